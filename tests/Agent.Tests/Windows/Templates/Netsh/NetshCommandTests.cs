using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Tests.Windows.Templates.Netsh;

public sealed class NetshCommandTests
{
    private static readonly Gen<IPNetwork> Networks =
        from bytes in Gen.OneOf(
            Gen.ArrayOf(Gen.Choose(0, 255).Select(value => (byte)value), 4),
            Gen.ArrayOf(Gen.Choose(0, 255).Select(value => (byte)value), 16)
        )
        from length in Gen.Choose(0, bytes.Length * 8)
        select Network(bytes, length);

    private static readonly Gen<ushort?> Ports = Gen.Choose(-1, ushort.MaxValue).Select(port => port < 0 ? (ushort?)null : (ushort)port);

    private static readonly Gen<NetshCommand> Commands =
        from name in Gen.Elements(Enum.GetValues<TemplateName>())
        from network in Networks
        from local in Ports
        from remote in Ports
        from segments in Gen.Choose(1, 32)
        from command in Gen.Elements<NetshCommand>(
            new NetshCommand.ShowSupplemental(),
            new NetshCommand.ShowSupplemental(name),
            new NetshCommand.ShowGlobal(),
            new NetshCommand.SetInitialWindow(name, TemplateWindow.TryFrom(segments * 2, out var window) ? window : default),
            new NetshCommand.AddSubnet(name, network),
            new NetshCommand.DeleteSubnet(network),
            new NetshCommand.AddPort(name, local, remote),
            new NetshCommand.DeletePort(local, remote)
        )
        select command;

    [Fact]
    public void No_argument_has_a_character_that_a_command_line_would_need_to_quote() =>
        Prop.ForAll(
                Commands.ToArbitrary(),
                command =>
                    command.Arguments.All(argument =>
                        argument.Length is > 0 and < 100
                        && argument.All(character =>
                            char.IsAsciiLetterOrDigit(character) || "=.:/*".Contains(character, StringComparison.Ordinal)
                        )
                    )
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_command_that_sets_a_template_always_names_a_value() =>
        Prop.ForAll(
                Commands.ToArbitrary(),
                command =>
                    command.Arguments[2] != "set"
                    || command.Arguments is [_, _, _, "supplemental", _, var value] && value.StartsWith("icw=", StringComparison.Ordinal)
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_filter_is_named_as_the_page_of_netsh_has_it()
    {
        Assert.Equal(
            ["interface", "tcp", "add", "supplementalsubnet", "template=internetcustom", "family=ipv6", "address=2001:db8::/32"],
            new NetshCommand.AddSubnet(TemplateName.InternetCustom, IPNetwork.Parse("2001:db8::/32")).Arguments
        );
        Assert.Equal(
            ["interface", "tcp", "delete", "supplementalport", "localport=443", "remoteport=*"],
            new NetshCommand.DeletePort(443, null).Arguments
        );
    }

    private static IPNetwork Network(byte[] address, int length)
    {
        for (var bit = length; bit < address.Length * 8; bit++)
            address[bit / 8] &= (byte)~(0x80 >> (bit % 8));
        return new IPNetwork(new IPAddress(address), length);
    }
}
