// SPDX-License-Identifier: Apache-2.0
/// Groups of transfers that are of use only together, and the order in which they should go: Sincronia's for
/// short mean completion times, deadlines before it where it would miss them. Pure: from what is left of each
/// group and the map to a plan.
@NullMarked
package io.tcn.core.group;

import org.jspecify.annotations.NullMarked;
