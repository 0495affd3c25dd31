// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

/// How the resources of one answer are told to be those of the answer before. Names of network elements mean nothing
/// outside their answer (RFC 9275 §5.1.2), while resource controls and learned models hang on resources.
public enum Identity {
    /// By persistent ids where the server gives them, else by who uses what.
    AUTO,
    /// By the names of the elements, for a server that is known to keep them.
    NAME
}
