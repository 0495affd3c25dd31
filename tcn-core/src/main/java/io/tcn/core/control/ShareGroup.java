// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.port.NetworkMapSnapshot;
import java.util.List;
import java.util.OptionalDouble;

/// A resource that several users share by weight.
///
/// @param resource which resource
/// @param capacityBps its capacity in bit/s, empty where nobody knows it
/// @param members the users with pipes that use it, by name
record ShareGroup(ResourceId resource, OptionalDouble capacityBps, List<Member> members) {
    ShareGroup {
        members = List.copyOf(members);
    }

    /// The same with the capacity that is believed, where that is not what is told.
    ShareGroup believed(NetworkMapSnapshot told, NetworkMapSnapshot believed) {
        Resource before = told.resources().get(resource);
        Resource now = believed.resources().get(resource);
        return before == null || now == null || before.carriesAsMuchAs(now)
                ? this
                : new ShareGroup(resource, now.knownCapacityBps(), members);
    }

    /// One user of the resource.
    ///
    /// @param user who
    /// @param weight against the others, positive
    /// @param pipes indexes, into the observation's pipes, of the user's pipes that use the resource; rising
    @SuppressWarnings("ArrayRecordComponent") // never changed, compared or printed; inside this package only
    record Member(UserId user, double weight, int[] pipes) {}
}
