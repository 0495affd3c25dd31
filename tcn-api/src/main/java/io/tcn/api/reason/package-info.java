// SPDX-License-Identifier: Apache-2.0
/// Why somebody changes something: said with the request, kept in the audit.
@NullMarked
package io.tcn.api.reason;

import org.jspecify.annotations.NullMarked;
