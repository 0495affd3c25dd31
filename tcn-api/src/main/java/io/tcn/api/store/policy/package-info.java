// SPDX-License-Identifier: Apache-2.0
/// What operators configure in FTS's terms, as records and in the database.
@NullMarked
package io.tcn.api.store.policy;

import org.jspecify.annotations.NullMarked;
