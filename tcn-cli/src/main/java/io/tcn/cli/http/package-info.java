// SPDX-License-Identifier: Apache-2.0
/// Requests to the server: TLS from PEM files, answers as JSON, and troubles in plain sentences.
@NullMarked
package io.tcn.cli.http;

import org.jspecify.annotations.NullMarked;
