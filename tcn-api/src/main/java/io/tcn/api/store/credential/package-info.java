// SPDX-License-Identifier: Apache-2.0
/// Sealed credentials in the database. Nothing here can read them.
@NullMarked
package io.tcn.api.store.credential;

import org.jspecify.annotations.NullMarked;
