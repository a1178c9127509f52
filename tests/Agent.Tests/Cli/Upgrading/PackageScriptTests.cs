using IwTune.Agent.Cli.Upgrading;
using IwTune.Agent.Control;
using IwTune.Agent.Tests.Control;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Upgrading;

public sealed class PackageScriptTests
{
    [Fact]
    public void Text_around_a_certificate_does_not_reach_the_shell()
    {
        using var authority = new TestAuthority();
        var script = Of($"IWTUNE_END\nreboot\n{authority.Pem}\nIWTUNE_END\nreboot\n");
        foreach (var text in (string[])[script.ForApt(), script.ForDnf(), script.ForZypper()])
        {
            Assert.DoesNotContain("reboot", text, StringComparison.Ordinal);
            Assert.Contains(authority.Pem.Trim(), text, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_key_of_any_bytes_arrives_unchanged()
    {
        using var authority = new TestAuthority();
        var text = Of(authority.Pem).ForApt();
        var start = text.IndexOf("base64 -d", StringComparison.Ordinal);
        var body = text[(text.IndexOf('\n', start) + 1)..];
        Assert.Equal(Key, Convert.FromBase64String(body[..body.IndexOf("IWTUNE_END", StringComparison.Ordinal)]));
    }

    private static byte[] Key { get; } = [.. Enumerable.Range(0, 256).Select(i => (byte)i)];

    private static PackageScript Of(string pem) =>
        new(
            new Identity
            {
                Server = new Uri("https://iw.example.net:7443"),
                HostId = "h",
                Secret = "s",
                Authority = pem,
                Pin = "",
                SigningKeys = [],
                Schedule = new Schedule(1, 1, 0),
                Labels = new Dictionary<string, string>(),
                Enrolled = DateTimeOffset.UnixEpoch,
            },
            Key,
            "stable"
        );
}
