// SPDX-License-Identifier: Apache-2.0
/// The server: wiring of core, data plane, store and the REST faces.
@NullMarked
package io.tcn.api;

import org.jspecify.annotations.NullMarked;
