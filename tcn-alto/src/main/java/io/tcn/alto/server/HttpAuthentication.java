// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.http.AltoRequest;
import java.util.List;

/// Tells clients that may ask from those that may not (RFC 9110 §11).
public interface HttpAuthentication {
    /// Whether the request comes from somebody who may ask.
    boolean admits(AltoRequest request);

    /// What others are told to send: values of `WWW-Authenticate`, the best one first.
    List<String> challenges();
}
