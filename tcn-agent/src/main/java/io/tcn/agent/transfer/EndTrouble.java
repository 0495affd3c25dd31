// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.Side;

/// An attempt has seen the endpoint of one of its ends in trouble as a whole.
///
/// @param end whose endpoint
/// @param unreached whether it could not be reached from here, or gave no answer; false if it answered that it is in
///     trouble, as it would answer others
public record EndTrouble(Side end, boolean unreached) {}
