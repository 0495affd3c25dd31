// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.time.Duration;

/// How long to wait for what.
///
/// @param header the answer to an ordinary request
/// @param slowHeader the begin of an answer that the storage may have to work for: a copy, a checksum
/// @param goAhead a storage's `100 Continue` before a body is sent
public record HttpTimeouts(Duration header, Duration slowHeader, Duration goAhead) {}
