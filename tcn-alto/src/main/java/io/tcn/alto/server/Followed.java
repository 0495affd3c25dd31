// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.List;

/// A resource as one substream follows it. Used under the server's lock.
interface Followed {
    /// The whole resource out of this edition.
    ///
    /// @throws RequestException if the request that is followed cannot be answered any more
    List<DataEvent> copy(Edition edition) throws RequestException;

    /// What has changed since what was said last; the whole if that is shorter or patches are not wanted. Empty if
    /// nothing has.
    ///
    /// @throws RequestException if the request that is followed cannot be answered any more
    List<DataEvent> changes(Edition edition) throws RequestException;
}
