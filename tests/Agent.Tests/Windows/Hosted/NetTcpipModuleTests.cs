using System.Management.Automation;
using System.Management.Automation.Runspaces;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.WindowsDouble.Faults;
using Shell = System.Management.Automation.PowerShell;

namespace IwTune.Agent.Tests.Windows.Hosted;

/// <summary>The module of the tests has what is documented and captured of the real one.</summary>
public sealed class NetTcpipModuleTests
{
    [Theory]
    [InlineData("Get-NetTCPSetting", "ByName", "ByName")]
    [InlineData("Set-NetTCPSetting", "ByName", "ByName, InputObject (cdxml)")]
    [InlineData("Get-NetTransportFilter", "ByName", "ByName")]
    [InlineData("New-NetTransportFilter", "cim:CreateInstance0", "cim:CreateInstance0")]
    [InlineData("Remove-NetTransportFilter", "ByName", "ByName, InputObject (cdxml)")]
    [InlineData("Get-NetTCPConnection", "ByName", "ByName")]
    public void Every_command_is_a_function_with_the_documented_sets(string name, string usual, string sets)
    {
        using var windows = new HostedWindows("2025");
        var command = Command(windows, name);
        Assert.Equal((CommandTypes.Function, usual), (command.CommandType, ((FunctionInfo)command).DefaultParameterSet));
        Assert.Equal(sets, string.Join(", ", command.ParameterSets.Select(set => set.Name).Order(StringComparer.Ordinal)));
        var writes = !name.StartsWith("Get-", StringComparison.Ordinal);
        Assert.Equal((writes, writes), (command.Parameters.ContainsKey("WhatIf"), command.Parameters.ContainsKey("Confirm")));
        Assert.All((string[])["CimSession", "ThrottleLimit", "AsJob"], parameter => Assert.Contains(parameter, command.Parameters.Keys));
    }

    [Theory]
    [InlineData("Get-NetTCPSetting", "SettingName", "String[]")]
    [InlineData("Get-NetTCPSetting", "InitialCongestionWindowMss", "UInt32[]", "InitialCongestionWindow")]
    [InlineData("Get-NetTCPSetting", "AutoTuningLevelEffective", "AutoTuningLevelEffective[]")]
    [InlineData("Set-NetTCPSetting", "SettingName", "String[]")]
    [InlineData("Set-NetTCPSetting", "InitialCongestionWindowMss", "UInt32", "InitialCongestionWindow")]
    [InlineData("Set-NetTCPSetting", "MinRtoMs", "UInt32", "MinRto")]
    [InlineData("Set-NetTCPSetting", "CongestionProvider", "CongestionProvider")]
    [InlineData("Set-NetTCPSetting", "AutomaticUseCustom", "AutomaticUseCustom")]
    [InlineData("Set-NetTCPSetting", "DelayedAckFrequency", "Byte")]
    [InlineData("Set-NetTCPSetting", "MaxSynRetransmissions", "Byte")]
    [InlineData("Set-NetTCPSetting", "DynamicPortRangeStartPort", "UInt16")]
    [InlineData("New-NetTransportFilter", "SettingName", "String")]
    [InlineData("New-NetTransportFilter", "Protocol", "Protocol")]
    [InlineData("New-NetTransportFilter", "LocalPortStart", "UInt16")]
    [InlineData("New-NetTransportFilter", "DestinationPrefix", "String")]
    [InlineData("Remove-NetTransportFilter", "Protocol", "Protocol[]")]
    [InlineData("Remove-NetTransportFilter", "RemotePortEnd", "UInt16[]")]
    [InlineData("Get-NetTCPConnection", "LocalPort", "UInt16[]")]
    [InlineData("Get-NetTCPConnection", "AppliedSetting", "AppliedSetting[]")]
    public void A_parameter_has_the_documented_type(string name, string parameter, string type, params string[] aliases)
    {
        using var windows = new HostedWindows("2025");
        var declared = Command(windows, name).Parameters[parameter];
        Assert.Equal(type, declared.ParameterType.Name);
        Assert.Equal(aliases, declared.Aliases);
        var element = declared.ParameterType.GetElementType() ?? declared.ParameterType;
        if (element.IsEnum)
            Assert.Equal($"Microsoft.PowerShell.Cmdletization.GeneratedTypes.{name.Split('-')[1]}", element.Namespace);
    }

    [Theory]
    [InlineData("SettingName")]
    [InlineData("AutoTuningLevelGroupPolicy")]
    [InlineData("AutoTuningLevelEffective")]
    public void A_setting_that_can_only_be_read_is_no_value_to_set(string property)
    {
        using var windows = new HostedWindows("2025");
        var set = Command(windows, "Set-NetTCPSetting");
        // The name selects.
        Assert.Equal(property == "SettingName", set.Parameters.ContainsKey(property));
    }

    [Fact]
    public void Objects_carry_the_class_and_choices_their_generated_types()
    {
        using var windows = new HostedWindows("2022");
        var (rows, _) = Run(windows, "Get-NetTCPSetting", ("SettingName", "Internet"));
        var row = Assert.Single(rows);
        Assert.Equal("Microsoft.Management.Infrastructure.CimInstance#root/standardcimv2/MSFT_NetTCPSetting", row.TypeNames[0]);
        Assert.IsType<uint>(row.Properties["InitialCongestionWindow"].Value);
        Assert.IsType<ushort>(row.Properties["DynamicPortRangeStartPort"].Value);
        var provider = Assert.IsAssignableFrom<Enum>(row.Properties["CongestionProvider"].Value);
        Assert.Equal(
            "Microsoft.PowerShell.Cmdletization.GeneratedTypes.NetTCPSetting.CongestionProvider CUBIC",
            $"{provider.GetType()} {provider}"
        );
    }

    [Theory]
    [InlineData("win10", "Internet", "Only the custom templates InternetCustom and DatacenterCustom can be modified.")]
    [InlineData("win11", "InternetCustom", "Property InitialCongestionWindow is read-only")]
    public void What_is_not_writable_is_refused_with_the_captured_id_text_and_category(string profile, string template, string text)
    {
        using var windows = new HostedWindows(profile);
        var before = windows.Machine.Print();
        var (_, error) = Run(windows, "Set-NetTCPSetting", ("SettingName", template), ("InitialCongestionWindowMss", 20u));
        Assert.Equal("Windows System Error 87,Set-NetTCPSetting", error?.FullyQualifiedErrorId);
        Assert.Equal((text, ErrorCategory.InvalidArgument), (error!.Exception.Message, error.CategoryInfo.Category));
        Assert.Equal("CimException", error.Exception.GetType().Name);
        Assert.Equal(before, windows.Machine.Print());
    }

    [Fact]
    public void A_client_refuses_filters_with_the_captured_text()
    {
        using var windows = new HostedWindows("win10");
        var (_, error) = Run(windows, "New-NetTransportFilter", ("SettingName", "Internet"), ("DestinationPrefix", "10.0.0.0/8"));
        Assert.Equal("This feature is available on servers only.", error?.Exception.Message);
    }

    [Fact]
    public void Who_is_not_elevated_gets_error_5()
    {
        using var windows = new HostedWindows("2022");
        windows.Machine.Arm(new Fault(FaultKind.Denied));
        var (_, error) = Run(windows, "Set-NetTCPSetting", ("SettingName", "Internet"), ("InitialCongestionWindowMss", 20u));
        Assert.Equal(
            ("Windows System Error 5,Set-NetTCPSetting", ErrorCategory.PermissionDenied),
            (error?.FullyQualifiedErrorId, error?.CategoryInfo.Category)
        );
    }

    [Fact]
    public void A_template_that_is_not_there_is_an_error_beside_the_others()
    {
        using var windows = new HostedWindows("2022");
        var (rows, error) = Run(windows, "Get-NetTCPSetting", ("SettingName", (string[])["Internet", "Satellite"]));
        Assert.Equal("Internet", Assert.Single(rows).Properties["SettingName"].Value);
        Assert.Equal("CmdletizationQuery_NotFound_SettingName,Get-NetTCPSetting", error?.FullyQualifiedErrorId);
    }

    [Theory]
    [InlineData("Set-NetTCPSetting", "InitialCongestionWindowMss", "many")]
    [InlineData("Set-NetTCPSetting", "InitialCongestionWindowMss", -2)]
    [InlineData("Set-NetTCPSetting", "MaxSynRetransmissions", 256)]
    [InlineData("Set-NetTCPSetting", "AutomaticUseCustom", "Sometimes")]
    [InlineData("New-NetTransportFilter", "LocalPortStart", 65536)]
    [InlineData("New-NetTransportFilter", "Protocol", "SCTP")]
    public void A_value_of_another_type_does_not_reach_the_provider(string name, string parameter, object value)
    {
        using var windows = new HostedWindows("2022");
        var refused = Assert.ThrowsAny<ParameterBindingException>(() =>
            Run(windows, name, ("SettingName", "Internet"), (parameter, value))
        );
        Assert.Equal($"ParameterArgumentTransformationError,{name}", refused.ErrorRecord.FullyQualifiedErrorId);
        Assert.Empty(windows.Machine.Calls);
    }

    [Theory]
    [InlineData("Set-NetTCPSetting", "InitialCongestionWindowMss", 20u)]
    [InlineData("New-NetTransportFilter", "DestinationPrefix", "10.0.0.0/8")]
    [InlineData("Remove-NetTransportFilter", "DestinationPrefix", "10.0.0.0/8")]
    public void With_WhatIf_nothing_reaches_the_provider(string name, string parameter, object value)
    {
        using var windows = new HostedWindows("2022");
        var before = windows.Machine.Print();
        Assert.Null(Run(windows, name, ("SettingName", "Internet"), (parameter, value), ("WhatIf", true)).Error);
        Assert.Equal((before, 0), (windows.Machine.Print(), windows.Machine.Calls.Count));
    }

    [Fact]
    public void Objects_can_be_piped_to_the_cmdlets_that_change_them()
    {
        using var windows = new HostedWindows("2022");
        using var runspace = Open(windows);
        using (var shell = Shell.Create(runspace))
        {
            shell.AddCommand("New-NetTransportFilter").AddParameter("SettingName", "InternetCustom");
            shell.AddParameter("DestinationPrefix", "10.0.0.0/8").Invoke();
        }
        using (var shell = Shell.Create(runspace))
        {
            shell.AddCommand("Get-NetTCPSetting").AddParameter("SettingName", "Datacenter");
            shell.AddCommand("Set-NetTCPSetting").AddParameter("InitialCongestionWindowMss", 20u).Invoke();
            shell.Commands.Clear();
            shell.AddCommand("Get-NetTransportFilter").AddParameter("SettingName", "InternetCustom");
            shell.AddCommand("Remove-NetTransportFilter").Invoke();
            Assert.Empty(shell.Streams.Error);
        }
        Assert.Equal(20, windows.Machine.Read().Template("Datacenter")!.Window);
        Assert.Empty(windows.Machine.Read().Filters);
    }

    private static CommandInfo Command(HostedWindows windows, string name)
    {
        using var runspace = Open(windows);
        using var shell = Shell.Create(runspace);
        var command = (CommandInfo)shell.AddCommand("Get-Command").AddParameter("Name", name).Invoke().Single().BaseObject;
        // Parameters are computed in the runspace.
        _ = command.Parameters.Count + command.ParameterSets.Count;
        return command;
    }

    private static (IReadOnlyList<PSObject> Rows, ErrorRecord? Error) Run(
        HostedWindows windows,
        string name,
        params (string Name, object Value)[] parameters
    )
    {
        using var runspace = Open(windows);
        using var shell = Shell.Create(runspace);
        shell.AddCommand(name);
        foreach (var (parameter, value) in parameters)
            shell.AddParameter(parameter, value);
        return ([.. shell.Invoke()], shell.Streams.Error.FirstOrDefault());
    }

    private static Runspace Open(HostedWindows windows)
    {
        var runspace = RunspaceFactory.CreateRunspace(SessionSettings.WithoutPolicy(windows.Module));
        runspace.Open();
        return runspace;
    }
}
