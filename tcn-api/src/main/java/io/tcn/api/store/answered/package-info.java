// SPDX-License-Identifier: Apache-2.0
/// Requests that were answered, for those who send them again.
@NullMarked
package io.tcn.api.store.answered;

import org.jspecify.annotations.NullMarked;
