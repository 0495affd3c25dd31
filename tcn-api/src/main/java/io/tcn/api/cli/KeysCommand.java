// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.api.credential.VaultKey;
import io.tcn.api.security.Pki;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `keys`: makes the private authority, the certificates and the key of the vault of a data folder ahead of its first
/// start, so that several servers can be given the same; and certificates for further clients, such as Prometheus.
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Makes what a first start makes in the data folder's pki, where it is missing: private authority,"
                + " certificates, key of the vault. With --client also a certificate for another client.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tcn keys --data data --host-name tcn1.example.org,tcn2.example.org",
            "  tcn keys --data data --client prometheus --out /etc/prometheus/tcn",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all is there", "1:it could not be made", "2:wrong arguments"})
final class KeysCommand implements Callable<Integer> {
    private static final int WRONG = 2;

    @Option(
            names = "--data",
            defaultValue = "${TCN_DATA_DIR:-data}",
            paramLabel = "DIR",
            description = "the data folder (default: ${DEFAULT-VALUE})")
    private Path data = Path.of("data");

    @Option(
            names = "--host-name",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "${TCN_HOST_NAMES:-}",
            description = "a further name or address that the private server certificate is for, beside localhost;"
                    + " may be given several times")
    private List<String> hostNames = new ArrayList<>();

    @Option(
            names = "--client",
            paramLabel = "NAME",
            description = "make a client certificate of the private authority, /DC=tcn/OU=clients/CN=NAME, good for a"
                    + " year; one that is there is renewed in its last 90 days")
    private @Nullable String client;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "where the client's files go: NAME.pem, NAME.key, ca.pem")
    private @Nullable Path out;

    @Override
    public Integer call() {
        return make(System.out, System.err);
    }

    int make(PrintStream told, PrintStream complaints) {
        if ((client == null) != (out == null)) {
            complaints.println("tcn keys: --client NAME and --out DIR belong together");
            return WRONG;
        }
        try {
            Instant now = Instant.now();
            Pki pki = new Pki(data);
            Path folder = pki.caCertificate().getParent();
            boolean made = pki.createIfMissing(
                    hostNames.stream().filter(name -> !name.isBlank()).toList(), now);
            told.println((made ? "Made a private authority with certificates in " : "Certificates are in ") + folder);
            if (VaultKey.createIfMissing(data)) {
                told.println("Made the key of the vault in " + folder);
            }
            if (client != null && out != null) {
                boolean fresh = pki.createClient(client, out, now);
                told.println((fresh ? "Made" : "There is") + " a certificate for " + client + " in " + out);
            }
            return 0;
        } catch (IllegalArgumentException refused) {
            complaints.println("tcn keys: " + refused.getMessage());
            return WRONG;
        } catch (IOException | IllegalStateException failure) {
            complaints.println("tcn keys: "
                    + (failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage()));
            return 1;
        }
    }
}
