using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Tests.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.WindowsDouble.Faults;

namespace IwTune.Agent.Tests.Windows.TransportFilters;

/// <summary>The methods behave the same over one emulated Windows: the cmdlets, and netsh with WMI.</summary>
public sealed class FilterTableTests
{
    private static readonly TransportFilter Subnet = new(TemplateName.InternetCustom, IPNetwork.Parse("10.1.0.0/16"));
    private static readonly TransportFilter Ipv6 = new(TemplateName.DatacenterCustom, IPNetwork.Parse("2001:db8::/32"));
    private static readonly TransportFilter Web = new(TemplateName.InternetCustom, null) { LocalPorts = (443, 443) };

    public static TheoryData<string> Methods => ["PowerShell", "netsh and WMI"];

    [Theory, MemberData(nameof(Methods))]
    public async Task What_is_made_is_read_and_what_is_removed_is_gone(string method)
    {
        using var directory = new MachineDirectory("2019");
        var table = Table(method, directory);
        var before = (await table.ReadAsync(default)).Filters;
        foreach (var filter in new[] { Subnet, Ipv6, Web })
            Assert.Equal("", await table.AddAsync(filter, default));
        Assert.Equal([.. before, Subnet, Ipv6, Web], (await table.ReadAsync(default)).Filters);
        Assert.Equal("", await table.RemoveAsync(Ipv6, default));
        Assert.Equal([.. before, Subnet, Web], (await table.ReadAsync(default)).Filters);
    }

    [Theory, MemberData(nameof(Methods))]
    public async Task What_is_gone_already_need_not_be_removed(string method)
    {
        using var directory = new MachineDirectory("2019");
        Assert.Equal("", await Table(method, directory).RemoveAsync(Subnet, default));
    }

    [Theory, MemberData(nameof(Methods))]
    public async Task Filters_that_differ_in_one_field_are_others(string method)
    {
        using var directory = new MachineDirectory("2019");
        var table = Table(method, directory);
        var before = (await table.ReadAsync(default)).Filters;
        TransportFilter[] alike =
        [
            Web,
            Web with
            {
                LocalPorts = (443, 444),
            },
            Web with
            {
                LocalPorts = null,
                RemotePorts = (443, 443),
            },
            Web with
            {
                LocalPorts = (80, 80),
            },
        ];
        foreach (var filter in alike)
            Assert.Equal("", await table.AddAsync(filter, default));
        Assert.Equal("", await table.RemoveAsync(Web, default));
        Assert.Equal([.. before, .. alike.Skip(1)], (await table.ReadAsync(default)).Filters);
    }

    [Theory, MemberData(nameof(Methods))]
    public async Task A_filter_that_cannot_be_is_not_tried(string method)
    {
        using var directory = new MachineDirectory("2019");
        var table = Table(method, directory);
        Assert.Contains("not both", await table.AddAsync(Subnet with { LocalPorts = (80, 80) }, default), StringComparison.Ordinal);
        Assert.Contains(
            "matches neither",
            await table.RemoveAsync(new TransportFilter(TemplateName.Internet, null), default),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("win11", FaultKind.Drift, "transport filters exist on server editions only")]
    [InlineData("2019", FaultKind.Denied, "access denied")]
    [InlineData("2019", FaultKind.FilterClash, "exists already")]
    public async Task What_the_cmdlets_refuse_is_told(string profile, FaultKind fault, string part)
    {
        using var directory = new MachineDirectory(profile);
        directory.Machine.Arm(new Fault(fault) { Tool = Tool.PowerShell });
        var table = new PowerShellFilterTable(new EmulatedPowerShell(directory.Machine), PowerShellReaderTests.Version(profile));
        Assert.Contains(part, await table.AddAsync(Subnet, default), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Making_takes_one_value_and_removing_lists_of_the_same_types()
    {
        var asked = new List<PowerShellCommand>();
        var table = new PowerShellFilterTable(new Recorded(asked), PowerShellReaderTests.Version("2019"));
        await table.AddAsync(Web, default);
        await table.RemoveAsync(Web, default);
        Assert.Equal(
            [
                ("Confirm", false),
                ("ErrorAction", "Stop"),
                ("LocalPortEnd", (ushort)443),
                ("LocalPortStart", (ushort)443),
                ("Protocol", "TCP"),
                ("RemotePortEnd", (ushort)65535),
                ("RemotePortStart", (ushort)0),
                ("SettingName", (object)"InternetCustom"),
            ],
            asked[0].Parameters.Select(one => (one.Key, one.Value)).OrderBy(one => one.Key, StringComparer.Ordinal)
        );
        Assert.Equal((ushort[])[443], asked[1].Parameters["LocalPortStart"]);
        Assert.Equal((string[])["InternetCustom"], asked[1].Parameters["SettingName"]);
    }

    [Fact]
    public void What_a_filter_says_of_itself_is_that_filter() =>
        Prop.ForAll(
                (
                    from setting in Gen.Elements(Enum.GetValues<TemplateName>())
                    from first in Gen.Choose(1, 65535)
                    from last in Gen.Choose(1, 65535)
                    from length in Gen.Choose(0, 128)
                    from address in Gen.ArrayOf(Gen.Choose(0, 255).Select(value => (byte)value), 16)
                    from kind in Gen.Choose(0, 3)
                    let ports = ((ushort)Math.Min(first, last), (ushort)Math.Max(first, last))
                    select kind switch
                    {
                        0 => new TransportFilter(setting, null) { LocalPorts = ports },
                        1 => new TransportFilter(setting, null) { RemotePorts = ports, Protocol = "UDP" },
                        2 => new TransportFilter(setting, Network(address[..4], length % 33)),
                        _ => new TransportFilter(setting, Network(address, length)),
                    }
                ).ToArbitrary(),
                filter =>
                    FilterRows.Of(
                        new PropertyValues(
                            FilterRows.Fields(filter).ToDictionary(one => one.Name, one => (object?)one.Value, StringComparer.Ordinal)
                        ),
                        out _
                    ) == filter
            )
            .QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("10.0.0.1/8", "10.0.0.0/8")]
    [InlineData("192.0.2.1", "192.0.2.1/32")]
    [InlineData("2001:db8::1/64", "2001:db8::/64")]
    [InlineData("*", null)]
    [InlineData("", null)]
    [InlineData(null, null)]
    public void A_destination_is_read_in_every_form(string? told, string? destination) =>
        Assert.Equal(destination, Read(told, "Internet").Filters[0].Destination?.ToString());

    [Theory]
    [InlineData("10.0.0.0/33", "Internet", "a transport filter has a destination that is no prefix: '10.0.0.0/33'")]
    [InlineData("everywhere", "Internet", "a transport filter has a destination that is no prefix: 'everywhere'")]
    [InlineData("10.0.0.0/8", "Satellite", "a transport filter gives a template that is not known: 'Satellite'")]
    public void A_filter_that_cannot_be_told_from_others_is_a_problem(string prefix, string setting, string problem)
    {
        var reading = Read(prefix, setting);
        Assert.Empty(reading.Filters);
        Assert.Equal(problem, reading.Problem);
    }

    [Theory]
    [InlineData((byte)6, "TCP")]
    [InlineData((ushort)17, "UDP")]
    [InlineData("tcp", "TCP")]
    [InlineData(null, "TCP")]
    [InlineData("SCTP", "SCTP")]
    public void A_protocol_is_a_name_or_its_number(object? told, string protocol) =>
        Assert.Equal(
            protocol,
            FilterRows
                .Of(new PropertyValues(new Dictionary<string, object?> { ["SettingName"] = "Internet", ["Protocol"] = told }), out _)
                ?.Protocol
        );

    private static FilterReading Read(string? prefix, string setting) =>
        FilterRows.Read([
            new Dictionary<string, object?>
            {
                ["SettingName"] = setting,
                ["Protocol"] = "TCP",
                ["DestinationPrefix"] = prefix,
            },
        ]);

    private static IFilterTable Table(string method, MachineDirectory directory) =>
        method != "PowerShell"
            ? new FilterMethods(
                [(AccessMethod.Wmi, new WmiFilterReader(new EmulatedWmi(directory.Machine)))],
                [
                    (AccessMethod.Netsh, new NetshFilterWriter(new EmulatedNetsh(directory.Machine))),
                    // A range of ports is none of netsh's.
                    (AccessMethod.WindowsPowerShell, Cmdlets(directory)),
                ],
                TimeProvider.System
            )
            : Cmdlets(directory);

    private static PowerShellFilterTable Cmdlets(MachineDirectory directory) =>
        new(new EmulatedPowerShell(directory.Machine), PowerShellReaderTests.Version("2019"));

    private static IPNetwork Network(byte[] address, int length)
    {
        for (var bit = length; bit < address.Length * 8; bit++)
            address[bit / 8] &= (byte)~(0x80 >> (bit % 8));
        return new IPNetwork(new IPAddress(address), length);
    }

    private sealed class Recorded(List<PowerShellCommand> asked) : IPowerShell
    {
        public string? Absent => null;

        public ValueTask<PowerShellAnswer> InvokeAsync(PowerShellCommand command, CancellationToken ct)
        {
            asked.Add(command);
            return ValueTask.FromResult(new PowerShellAnswer([]));
        }
    }
}
