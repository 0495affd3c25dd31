// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.estimate;

/// What an interval has shown: what connections carry, what was on each resource, and who is held back where.
///
/// @param rates what a connection of each pipe carries by itself
/// @param loads what was on each resource
/// @param bottlenecks who is held back where
record Evidence(ConnectionRates rates, ResourceLoads loads, BottleneckTest bottlenecks) {}
