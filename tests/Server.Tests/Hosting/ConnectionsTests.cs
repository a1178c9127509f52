using System.CommandLine;
using IwTune.Lab;
using IwTune.Server.Cli.Running;

namespace IwTune.Server.Tests.Hosting;

/// <summary>docs/connections.md lists every connection of the server, so each option with an address is on it.</summary>
public sealed class ConnectionsTests
{
    private static readonly string[] Addresses = ["HOST:PORT", "HOST[:PORT]", "URL", "ADDRESS", "CIDR", "NAME", "DOMAIN"],
        Others =

        [
            "ACCOUNT",
            "CLAIM",
            "DIR",
            "FILE",
            "GROUP=ROLE[@SELECTOR]",
            "ID",
            "KIND=DAYSd,…",
            "N",
            "NAME=CALLS",
            "PROTOCOL",
            "ROLE,…",
            "SCOPE",
            "SHARE",
            "TEXT",
            "THUMBPRINT",
            "TIME",
            "VALUE",
            "external-id|user-name",
            "on|break-glass|off",
            "optional|required",
        ];

    private static readonly IReadOnlyList<Option> Options =
    [
        .. RunCommand.Create().Options.Where(option => option.HelpName is not null && option.ValueType != typeof(bool)),
    ];

    [Fact]
    public void Every_option_that_names_an_address_is_on_the_page()
    {
        var page = File.ReadAllText(Path.Combine(Recorded.Root(), "docs", "connections.md"));
        var named = Options.Where(option => Addresses.Contains(option.HelpName)).Select(option => option.Name).ToList();
        Assert.InRange(named.Count, 10, 40);
        Assert.DoesNotContain(named, name => !page.Contains($"`{name}`", StringComparison.Ordinal));
    }

    [Fact]
    public void Of_every_kind_of_value_it_is_known_whether_it_is_an_address() =>
        Assert.Empty(Options.Select(option => option.HelpName).Except([.. Addresses, .. Others]));
}
