using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.PowerShell;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>The emulated cmdlets give the captured output.</summary>
public sealed class CmdletsTests
{
    [Theory]
    [InlineData("2012", "get-nettcpsetting-server2012-en-US")]
    [InlineData("win10", "get-nettcpsetting-win10-partial-en-US")]
    public void The_objects_have_the_properties_of_the_capture_in_its_order(string profile, string capture)
    {
        using var windows = new MachineDirectory(profile);
        var captured = Blocks(capture);
        var rows = Get(windows);
        foreach (var (block, row) in captured.Zip(rows))
            Assert.Equal(block.Select(line => line.Label), row.Keys.Take(block.Count).Select(key => key));
        Assert.All(
            rows[0].Where(value => value.Key is not ("SettingName" or "SystemName") && captured[0].Exists(line => line.Label == value.Key)),
            value => Assert.Null(value.Value)
        );
    }

    [Fact]
    public void Server_2012_has_the_captured_values()
    {
        using var windows = new MachineDirectory("2012");
        foreach (var (block, row) in Blocks("get-nettcpsetting-server2012-en-US").Zip(Get(windows)))
            Assert.All(block, line => Assert.Equal(line.Value, $"{row[line.Label]}"));
    }

    [Theory]
    [InlineData("2019", "Automatic,InternetCustom,DatacenterCustom,Compat,Datacenter,Internet")]
    [InlineData("2012", "Automatic,Custom,Compat,Datacenter,Internet")]
    public void The_templates_come_in_the_order_of_Windows(string profile, string names)
    {
        using var windows = new MachineDirectory(profile);
        Assert.Equal(names.Split(','), Get(windows).Select(row => row["SettingName"]));
    }

    [Fact]
    public void Choices_come_as_names_or_as_numbers()
    {
        using var windows = new MachineDirectory("2012");
        object? Of(RowForm form, string property) =>
            new Cmdlets(windows.Machine, form).Invoke("Get-NetTCPSetting", Parameters(("SettingName", "Datacenter"))).Rows.Single()[
                property
            ];
        Assert.Equal(("DCTCP", "True"), (Of(RowForm.Names, "CongestionProvider"), Of(RowForm.Deserialized, "CwndRestart")));
        Assert.Equal(((byte)3, (byte)1), (Of(RowForm.Numbers, "CongestionProvider"), Of(RowForm.Numbers, "CwndRestart")));
        Assert.IsType<uint>(Of(RowForm.Names, "InitialCongestionWindow"));
        Assert.Equal(("localhost", null), (Of(RowForm.Deserialized, "PSComputerName"), Of(RowForm.Names, "PSComputerName")));
    }

    [Theory]
    [InlineData("2012r2", "Internet", "Only the custom templates InternetCustom and DatacenterCustom can be modified.")]
    [InlineData("win10", "Internet", "Only the custom templates InternetCustom and DatacenterCustom can be modified.")]
    [InlineData("win11", "InternetCustom", "Property InitialCongestionWindow is read-only")]
    public void What_is_not_writable_is_refused_with_the_captured_id(string profile, string template, string text)
    {
        using var windows = new MachineDirectory(profile);
        var before = windows.Machine.Print();
        Assert.Equal(new CmdletError("Windows System Error 87,Set-NetTCPSetting", 87, text), Set(windows, template, 20).Error);
        Assert.Equal(before, windows.Machine.Print());
    }

    [Theory]
    [InlineData("2012", "Custom")]
    [InlineData("2012r2", "DatacenterCustom")]
    [InlineData("2016", "Internet")]
    [InlineData("2025", "Compat")]
    public void What_is_writable_is_written(string profile, string template)
    {
        using var windows = new MachineDirectory(profile);
        Assert.Null(Set(windows, template, 20).Error);
        Assert.Equal(20, windows.Machine.Read().Template(template)!.Window);
    }

    [Fact]
    public void Filters_are_made_listed_and_removed_and_never_twice()
    {
        using var windows = new MachineDirectory("2019");
        var cmdlets = new Cmdlets(windows.Machine);
        var mine = Parameters(("SettingName", "Datacenter"), ("Protocol", "TCP"), ("DestinationPrefix", "192.168.1.0/24"));
        var before = windows.Machine.Print();
        Assert.Null(cmdlets.Invoke("New-NetTransportFilter", mine).Error);
        Assert.Equal("Windows System Error 5010,New-NetTransportFilter", cmdlets.Invoke("New-NetTransportFilter", mine).Error!.Id);
        Assert.Equal(
            ["Automatic *", "Datacenter 192.168.1.0/24"],
            cmdlets.Invoke("Get-NetTransportFilter", Parameters()).Rows.Select(row => $"{row["SettingName"]} {row["DestinationPrefix"]}")
        );
        Assert.Null(cmdlets.Invoke("Remove-NetTransportFilter", mine).Error);
        Assert.Equal(before, windows.Machine.Print());
        Assert.NotNull(cmdlets.Invoke("Remove-NetTransportFilter", mine).Error);
    }

    [Fact]
    public void A_client_has_no_filters()
    {
        using var windows = new MachineDirectory("win11");
        Assert.Equal(
            "This feature is available on servers only.",
            new Cmdlets(windows.Machine).Invoke("Get-NetTransportFilter", Parameters()).Error!.Text
        );
    }

    [Fact]
    public void Server_2008_R2_has_no_such_cmdlets()
    {
        using var windows = new MachineDirectory("2008r2-kb");
        Assert.Equal("CommandNotFoundException", new Cmdlets(windows.Machine).Invoke("Get-NetTCPSetting", Parameters()).Error!.Id);
    }

    [Fact]
    public void What_nobody_knows_is_not_answered()
    {
        using var windows = new MachineDirectory("2019");
        Assert.Throws<NotSupportedException>(() => Set(windows, "Internet", 11));
        Assert.Throws<NotSupportedException>(() => Set(windows, "Internet", 66));
        Assert.Throws<NotSupportedException>(() =>
            new Cmdlets(windows.Machine).Invoke("Set-NetTCPSetting", Parameters(("InitialCongestionWindowMss", 10)))
        );
        Assert.Throws<NotSupportedException>(() => new Cmdlets(windows.Machine).Invoke("Remove-NetTransportFilter", Parameters()));
    }

    [Theory]
    [InlineData(FaultKind.Denied, "Windows System Error 5,Set-NetTCPSetting", 10)]
    [InlineData(FaultKind.Broken, "Windows System Error 1,Set-NetTCPSetting", 10)]
    [InlineData(FaultKind.ComplainsAlthoughDone, "Windows System Error 1,Set-NetTCPSetting", 20)]
    [InlineData(FaultKind.LostWrite, null, 10)]
    [InlineData(FaultKind.OddValue, null, 21)]
    [InlineData(FaultKind.Drift, null, 4)]
    [InlineData(FaultKind.HangAfterwards, null, 20)]
    public void A_fault_does_what_it_says(FaultKind kind, string? id, int window)
    {
        using var windows = new MachineDirectory("2019");
        windows.Machine.Arm(new Fault(kind) { Writes = true });
        var answer = Set(windows, "Internet", 20);
        Assert.Equal((id, kind == FaultKind.HangAfterwards), (answer.Error?.Id, answer.Hangs));
        Assert.Equal(window, windows.Machine.Read().Template("Internet")!.Window);
    }

    public static TheoryData<string> Profiles => [.. Profile.All.Where(profile => profile.HasCmdlets).Select(profile => profile.Name)];

    [Theory]
    [MemberData(nameof(Profiles))]
    public void A_template_that_is_missing_is_missing_for_every_command(string profile)
    {
        using var windows = new MachineDirectory(profile);
        windows.Machine.Arm(new Fault(FaultKind.TemplateMissing) { Template = "Internet" });
        Assert.DoesNotContain(Get(windows), row => Equals(row["SettingName"], "Internet"));
        Assert.NotNull(Set(windows, "Internet", 20).Error);
    }

    private static IReadOnlyList<IReadOnlyDictionary<string, object?>> Get(MachineDirectory windows) =>
        new Cmdlets(windows.Machine).Invoke("Get-NetTCPSetting", Parameters()).Rows;

    private static CmdletAnswer Set(MachineDirectory windows, string template, int segments) =>
        new Cmdlets(windows.Machine).Invoke(
            "Set-NetTCPSetting",
            Parameters(("SettingName", template), ("InitialCongestionWindowMss", (uint)segments))
        );

    private static Dictionary<string, object> Parameters(params (string Name, object Value)[] parameters) =>
        parameters.ToDictionary(one => one.Name, one => one.Value, StringComparer.Ordinal);

    /// <summary>Objects of a listing, without the units in the labels, which are not part of the property's name.</summary>
    private static List<List<(string Label, string Value)>> Blocks(string capture) =>
        [
            .. string.Join(
                    '\n',
                    File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "fixtures/windows", capture + ".txt"))
                        .Where(line => !line.StartsWith('#'))
                )
                .Split("\n\n")
                .Select(block => block.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Line).ToList()),
        ];

    private static (string Label, string Value) Line(string line)
    {
        var at = line.IndexOf(':', StringComparison.Ordinal);
        return (
            line[..at].Trim().Replace("(ms)", "", StringComparison.Ordinal).Replace("(MSS)", "", StringComparison.Ordinal),
            line[(at + 1)..].Trim()
        );
    }
}
