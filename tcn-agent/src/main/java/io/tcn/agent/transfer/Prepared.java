// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.FileFacts;
import io.tcn.agent.StoredFile;

/// What looking at both ends has shown.
///
/// @param sourceFacts size and checksum of the source as far as it tells them
/// @param connections how many connections the copy will use
record Prepared(StoredFile source, StoredFile destination, FileFacts sourceFacts, int connections) {}
