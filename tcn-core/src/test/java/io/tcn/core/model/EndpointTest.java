// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    @ParameterizedTest
    @CsvSource({
        "https://storage.example.org/some/file?x=y, https://storage.example.org",
        "HTTPS://Storage.Example.ORG:8443/F, https://storage.example.org:8443",
        "https://s:443/f, https://s",
        "davs://s:443, davs://s",
        "http://s:80, http://s",
        "dav://s:80/, dav://s",
        "http://s:443/, http://s:443",
        "root://eos.cern.ch:1094//eos/f, root://eos.cern.ch:1094",
        "https://user:secret@s/f, https://s",
        "https://[2001:DB8::1]:8443/f, https://[2001:db8::1]:8443",
        "https://[::1]:443/f, https://[::1]",
        "file:///data/f, file://",
        "file:/data/f, file://",
        "FILE://localhost/data/f, file://",
        "https://s:/f, https://s",
    })
    void aUrlIsReducedToSchemeHostAndPort(String url, String endpoint) {
        assertThat(Endpoint.parse(url)).hasToString(endpoint);
    }

    @ParameterizedTest
    @CsvSource({
        "storage.example.org/f, no scheme",
        "//storage.example.org/f, no scheme",
        "'', no scheme",
        "https:///f, no host",
        "https:f, no host",
        "https://s:0/f, a port is 1 to 65535",
        "https://s:65536/f, a port is 1 to 65535",
        "https://s:-1/f, no host",
    })
    void aUrlThatNamesNoStorageIsRefused(String url, String complaint) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoint.parse(url))
                .withMessageContaining(complaint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://a b/f", "https://s/ä ö", ":", "%"})
    void aTextThatIsNoUrlIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Endpoint.parse(text));
    }

    @Test
    void aPortThatTheSchemeMeansAnywayMakesNoOtherEndpoint() {
        assertThat(Endpoint.parse("davs://S:443/a")).isEqualTo(Endpoint.parse("davs://s/b"));
        assertThat(Endpoint.parse("davs://s:8443")).isNotEqualTo(Endpoint.parse("davs://s"));
        assertThat(Endpoint.parse("davs://s")).isNotEqualTo(Endpoint.parse("https://s"));
    }

    @ParameterizedTest
    @CsvSource({
        "davs://s.example.org, https://s.example.org",
        "DAVS://S.Example.org:443/f, https://s.example.org",
        "https://s.example.org, https://s.example.org",
        "https://s.example.org./f, https://s.example.org",
        "davs://s:8443, https://s:8443",
        "dav://s:80/, http://s",
        "http://s:443, http://s:443",
        "root://s, root://s",
        "davs://[::1]:443/f, https://[::1]",
        "https://[0:0:0:0:0:0:0:1]:8443, https://[::1]:8443",
        "https://[2001:DB8:0::0:0001], https://[2001:db8::1]",
        "https://[2001:db8:0:1:1:1:1:1], https://[2001:db8:0:1:1:1:1:1]",
        "https://[2001:0:0:1:0:0:0:1], https://[2001:0:0:1::1]",
        "https://[2001:0:0:1:1:0:0:1], https://[2001::1:1:0:0:1]",
        "https://[1::], https://[1::]",
        "https://[0::0], https://[::]",
        "https://[64:ff9b::192.0.2.33], https://[64:ff9b::c000:221]",
        "https://[::ffff:192.0.2.1]:8443/f, https://192.0.2.1:8443",
        "https://[::FFFF:c000:201], https://192.0.2.1",
        "https://[fe80::1%25eth0], https://[fe80::1%25eth0]",
        "file:///data, file://",
    })
    void aStorageHasOneSpelling(String url, String storage) {
        assertThat(Endpoint.parse(url).storage()).hasToString(storage);
        assertThat(Endpoint.parse(url).storage().storage()).hasToString(storage);
    }

    @Test
    void anEndpointWithoutHostIsRefusedUnlessItIsAFile() {
        assertThat(new Endpoint("file", "", -1)).hasToString("file://");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Endpoint("https", "", -1))
                .withMessageContaining("needs a host");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Endpoint("", "s", -1))
                .withMessageContaining("needs a scheme");
    }

    @Test
    void endpointsHaveADefinedOrder() {
        assertThat(Endpoint.parse("https://a")).isLessThan(Endpoint.parse("https://b"));
        assertThat(Endpoint.parse("https://a").compareTo(Endpoint.parse("https://A:443")))
                .isZero();
    }
}
