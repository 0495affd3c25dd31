// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.AltoException;
import io.tcn.alto.model.Address;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/// Questions to one server about the paths of pairs. Calls block; all of them come from the thread of the feed, but
/// for [#addressOf].
interface PathQueries {
    /// What came of a question.
    ///
    /// @param service where it came from, in words of [FeedStatus]
    /// @param answer the paths
    /// @param coarse pairs of which no real path is known, and why
    /// @param silent pairs of which the service cannot tell, and why; they are unmapped at once
    /// @param joined whether all pairs came in one answer
    /// @param pushable what an update stream has to follow to hear of changes; empty if none can
    record Outcome(
            String service,
            PathAnswer answer,
            Map<AddressPair, String> coarse,
            Map<AddressPair, String> silent,
            boolean joined,
            Optional<StreamQuery> pushable) {}

    /// Asks for the paths of all pairs together, as far as the server lets us.
    ///
    /// @param lasting whether the names of the last answer outlive it, so that answers can be joined
    Outcome ask(SortedSet<AddressPair> pairs, boolean lasting) throws AltoException, InterruptedException;

    /// Has the network map read with the next question, for [#addressOf]. For any thread.
    void needPlaces();

    /// Grows when [#addressOf] may give other answers. For any thread.
    long placesRevision();

    /// Reads the directory anew at the next question.
    void forgetDirectory();

    /// An address for a group of addresses of the server's network map, empty if none is known. For any thread.
    Optional<Address> addressOf(String pid);

    /// Whether the server has a service that tells of pairs, as far as is known. For any thread.
    boolean hasService();
}
