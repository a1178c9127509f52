using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates.PowerShell;

namespace IwTune.Agent.Tests.Windows.Templates.PowerShell;

public sealed class CmdletFaultTests
{
    private static readonly WindowsVersion Server2012R2 = new(9600, Server: true),
        Server2019 = new(17763, Server: true),
        Client = new(22631, Server: false);

    public static TheoryData<string, string, int?, int, bool, string> Errors =>
        new()
        {
            // The captured one (set-nettcpsetting-error-only-custom-win10-en-US), and the same id on a server that has the rule in its
            // text.
            { "Set-NetTCPSetting", "Windows System Error 87,Set-NetTCPSetting", 87, 22631, false, "ReadOnly" },
            { "Set-NetTCPSetting", "Windows System Error 87,Set-NetTCPSetting", null, 9600, true, "OnlyCustom" },
            { "Set-NetTCPSetting", "Windows System Error 87,Set-NetTCPSetting", null, 17763, true, "InvalidValue" },
            { "New-NetTransportFilter", "Windows System Error 87,New-NetTransportFilter", null, 9600, true, "InvalidValue" },
            { "New-NetTransportFilter", ",New-NetTransportFilter", null, 22631, false, "ServersOnly" },
            { "Set-NetTCPSetting", "Windows System Error 5,Set-NetTCPSetting", null, 17763, true, "AccessDenied" },
            { "Set-NetTCPSetting", "Windows System Error 740,Set-NetTCPSetting", null, 17763, true, "AccessDenied" },
            { "Set-NetTCPSetting", "MI RESULT 2,Set-NetTCPSetting", null, 17763, true, "AccessDenied" },
            { "Get-NetTCPSetting", "HRESULT 0x80041003,Get-NetTCPSetting", null, 17763, true, "AccessDenied" },
            { "Get-NetTCPSetting", "HRESULT 0x80070005,Get-NetTCPSetting", null, 17763, true, "AccessDenied" },
            { "Get-NetTCPSetting", "SomethingOfItsOwn,Get-NetTCPSetting", 5, 17763, true, "AccessDenied" },
            { "Remove-NetTransportFilter", "CmdletizationQuery_NotFound,Remove-NetTransportFilter", null, 17763, true, "NotFound" },
            {
                "Remove-NetTransportFilter",
                "CmdletizationQuery_NotFound_SettingName,Remove-NetTransportFilter",
                null,
                17763,
                true,
                "NotFound"
            },
            { "New-NetTransportFilter", "Windows System Error 5010,New-NetTransportFilter", null, 17763, true, "AlreadyThere" },
            {
                "Get-NetTCPSetting",
                "UnauthorizedAccess,Microsoft.PowerShell.Commands.ImportModuleCommand",
                null,
                17763,
                true,
                "ExecutionPolicy"
            },
            {
                "Get-NetTCPSetting",
                "Modules_ModuleNotFound,Microsoft.PowerShell.Commands.ImportModuleCommand",
                null,
                17763,
                true,
                "ModuleMissing"
            },
            { "Get-NetTCPSetting", "CommandNotFoundException", null, 17763, true, "ModuleMissing" },
            { "Get-NetTCPSetting", PowerShellError.TimeLimit, null, 17763, true, "TimeLimit" },
            { "Get-NetTCPSetting", "", null, 17763, true, "Other" },
            { "Get-NetTCPSetting", "Windows System Error many,Get-NetTCPSetting", null, 17763, true, "Other" },
        };

    [Theory, MemberData(nameof(Errors))]
    public void An_error_is_told_by_its_id_and_code_and_by_where_it_happened(
        string command,
        string id,
        int? code,
        int build,
        bool server,
        string fault
    ) =>
        Assert.Equal(
            fault,
            CmdletFaults.Of(command, new PowerShellError(id, code, "in whatever language"), new WindowsVersion(build, server)).ToString()
        );

    [Fact]
    public void The_text_decides_nothing()
    {
        foreach (
            var text in new[]
            {
                "Property CongestionProvider is read-only",
                "This feature is available on servers only.",
                "Zugriff verweigert",
                "",
            }
        )
            Assert.Equal(
                CmdletFault.OnlyCustom,
                CmdletFaults.Of("Set-NetTCPSetting", new("Windows System Error 87,Set-NetTCPSetting", null, text), Server2012R2)
            );
    }

    [Fact]
    public void Every_sentence_names_the_command_and_what_the_system_said()
    {
        foreach (
            var (id, version) in new[]
            {
                ("Windows System Error 5", Server2019),
                ("Windows System Error 87", Client),
                ("UnauthorizedAccess", Server2019),
                ("Modules_X", Server2019),
                ("Other", Server2019),
            }
        )
        {
            var sentence = CmdletFaults.Sentence(
                "Set-NetTCPSetting",
                new($"{id},Set-NetTCPSetting", null, " Zugriff verweigert. "),
                version
            );
            Assert.StartsWith("Set-NetTCPSetting", sentence, StringComparison.Ordinal);
            Assert.EndsWith($"Zugriff verweigert. ({id},Set-NetTCPSetting)", sentence, StringComparison.Ordinal);
        }
    }
}
