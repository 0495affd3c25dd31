// SPDX-License-Identifier: Apache-2.0
/// The secrets of callers: tokens for storages and delegated proxies, encrypted in the store.
@NullMarked
package io.tcn.api.credential;

import org.jspecify.annotations.NullMarked;
