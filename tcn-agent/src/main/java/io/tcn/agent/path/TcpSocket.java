// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.path;

import java.net.InetSocketAddress;

/// What the kernel tells of one open TCP connection.
///
/// @param inode the number under which the process that holds it has it
/// @param remote the other end
/// @param rttSeconds smoothed round-trip time; 0 before the first measurement
/// @param sentSegments segments with data that this end has sent, those sent again among them
/// @param resentSegments segments that this end has sent again
record TcpSocket(long inode, InetSocketAddress remote, double rttSeconds, long sentSegments, long resentSegments) {}
