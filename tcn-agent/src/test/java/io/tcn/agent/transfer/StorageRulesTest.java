// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.agent.fake.FakeXrootd;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.core.model.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Who is asked at all.
class StorageRulesTest extends PlaneFixture {
    @Test
    void storagesOnThisMachineAreRefusedUnlessOpened() throws InterruptedException {
        with(settings -> settings.storages(StorageRules.DEFAULT));
        from.put("/f", Orders.bytes(10));

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.SOURCE_PERMISSION);
        assertThat(failed.failure().message())
                .contains("127.0.0.1, an address of this server; tcn.agent.allow-own-addresses would allow it");
        assertThat(from.requests()).isEmpty();
    }

    @Test
    void theServicesOfCloudsAreRefusedAlways() throws InterruptedException {
        Failed failed = fail(Orders.copy(URI.create("http://169.254.169.254/latest/meta-data/iam"), to.url("/d/f")));

        assertThat(failed.failure().message()).contains("169.254.169.254, an address that is never a storage");
    }

    @Test
    void aRedirectLeadsNowhereElseThanTheTransferMayGo() throws InterruptedException, IOException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF)
                .storages(new StorageRules(true, List.of("127.0.0.9/32"), false, false, 4)));
        from.put("/f", Orders.bytes(10));
        to.faults().redirectNextPut(URI.create(to.url("/secret").toString().replace("127.0.0.1", "127.0.0.9")));

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.DESTINATION_PERMISSION);
        assertThat(failed.failure().message()).contains("127.0.0.9, in the refused network 127.0.0.9/32");
        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aUserInAUrlIsRefused() throws InterruptedException {
        from.put("/f", Orders.bytes(10));
        URI withUser = URI.create(from.url("/f").toString().replace("http://", "http://me:secret@"));

        Failed failed = fail(Orders.copy(withUser, to.url("/d/f")));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.SOURCE_PERMISSION);
        assertThat(failed.failure().message()).contains("has a user in it").doesNotContain("secret");
        assertThat(from.requests()).isEmpty();
    }

    @Test
    void aRedirectedRefusalNamesWhoSaidIt() throws InterruptedException, IOException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.OFF)
                .tokens((transfer, side) -> java.util.Optional.of("token-of-" + side.word())));
        from.put("/f", Orders.bytes(10));
        try (FakeXrootd pool = FakeXrootd.start()) {
            pool.faults().refuse("PUT", 403, "");
            to.faults().redirectNextPut(pool.url("/d/f"));

            Failed failed = fail(usual());

            String origin = pool.url("").toString();
            assertThat(failed.failure().message())
                    .contains("was answered with 403 by " + origin + ", to which it redirects")
                    .contains("the token went to " + to.url("") + " only");
            assertThat(pool.requests("PUT").getFirst().header("Authorization")).isEmpty();
        }
    }

    @Test
    void theNameOfAStorageIsInItsRequests() throws InterruptedException {
        from.put("/f", Orders.bytes(10));
        URI byName = URI.create(from.url("/f").toString().replace("127.0.0.1", "localhost"));

        finish(Orders.copy(byName, to.url("/d/f")));

        assertThat(from.requests("HEAD").getFirst().header("Host")).contains(byName.getAuthority());
    }

    @Test
    void rulesThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new StorageRules(false, List.of("10.0.0.0/33"), false, false, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10.0.0.0/33");
        assertThatThrownBy(() -> new StorageRules(false, List.of("intranet"), false, false, 4))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new StorageRules(false, List.of(), false, false, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
