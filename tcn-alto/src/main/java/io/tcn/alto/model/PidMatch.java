// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// Where an address belongs.
///
/// @param pid the PID
/// @param prefixLength length of the prefix that matched; 0 says no more than "somewhere"
public record PidMatch(String pid, int prefixLength) {}
