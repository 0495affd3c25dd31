// SPDX-License-Identifier: Apache-2.0
/// HTTP and WebDAV: third-party copy with its markers, streamed copy, checksums, and what each answer means.
@NullMarked
package io.tcn.agent.http;

import org.jspecify.annotations.NullMarked;
