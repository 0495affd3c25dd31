// SPDX-License-Identifier: Apache-2.0
/// The loops of the server: each has a thread, goes on whatever fails, and tells how it is doing.
@NullMarked
package io.tcn.api.loop;

import org.jspecify.annotations.NullMarked;
