// SPDX-License-Identifier: Apache-2.0
/// Several servers on one database: who leads, and how what the others are asked gets to it.
@NullMarked
package io.tcn.api.cluster;

import org.jspecify.annotations.NullMarked;
