// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.model.PidMapDocument;

/// An answer about PIDs with the network map that says what those are; their tags agree.
public record OnNetworkMap<T>(Answer<PidMapDocument> networkMap, Answer<T> answer) {}
