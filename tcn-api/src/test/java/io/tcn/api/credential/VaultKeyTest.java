// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaultKeyTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatWasMadeIsRead() {
        Path file = folder.resolve("vault.key");
        assertThat(VaultKey.create(file).getEncoded())
                .hasSize(32)
                .isEqualTo(VaultKey.read(file).getEncoded());
    }

    @Test
    void aFileOfRawBytesIsNamedAndItsContentIsNot() throws IOException {
        byte[] raw = new byte[32];
        Arrays.fill(raw, (byte) 0xe9);
        Path file = Files.write(folder.resolve("raw.key"), raw);
        assertThatIllegalStateException()
                .isThrownBy(() -> VaultKey.read(file))
                .withMessageContaining("raw.key")
                .withMessageNotContaining("é")
                .withNoCause();
    }
}
