using System.Management.Automation;
using System.Management.Automation.Runspaces;
using System.Net;
using System.Text;
using IwTune.Agent.Tests.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates.PowerShell.Child;
using IwTune.Agent.Windows.TransportFilters;
using Shell = System.Management.Automation.PowerShell;

namespace IwTune.Agent.Tests.Windows.Hosted;

/// <summary>The script for Windows PowerShell, run by the real engine over an emulated Windows in each language mode.</summary>
public sealed class ChildScriptEngineTests : IDisposable
{
    private readonly HostedWindows _windows = new("2012r2");

    public static TheoryData<PSLanguageMode> Modes => [PSLanguageMode.FullLanguage, PSLanguageMode.ConstrainedLanguage];

    public void Dispose() => _windows.Dispose();

    [Theory, MemberData(nameof(Modes))]
    public async Task Automatic_use_custom_is_set(PSLanguageMode mode)
    {
        var choice = new PowerShellAutomaticChoice(new Child(_windows, mode), PowerShellReaderTests.Version("2012r2"));
        Assert.Equal("", await choice.SetAsync(true, default));
        Assert.All(
            ["InternetCustom", "DatacenterCustom"],
            name => Assert.Equal("Enabled", _windows.Machine.Read().Template(name)!.Values["AutomaticUseCustom"])
        );
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task Filters_are_made_read_and_removed(PSLanguageMode mode)
    {
        var table = new PowerShellFilterTable(new Child(_windows, mode), PowerShellReaderTests.Version("2012r2"));
        TransportFilter[] filters =
        [
            new(TemplateName.InternetCustom, IPNetwork.Parse("10.0.0.0/8")),
            new(TemplateName.DatacenterCustom, null) { LocalPorts = (80, 90) },
        ];
        foreach (var filter in filters)
            Assert.Equal("", await table.AddAsync(filter, default));
        Assert.Equal(filters, (await table.ReadAsync(default)).Filters.Skip(1));
        foreach (var filter in filters)
            Assert.Equal("", await table.RemoveAsync(filter, default));
        Assert.Empty(_windows.Machine.Read().Filters);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task A_refusal_keeps_its_id(PSLanguageMode mode)
    {
        using var client = new HostedWindows("win11");
        var set = CmdletCommand.With("Set-NetTCPSetting", ("SettingName", "Internet"), ("InitialCongestionWindowMss", (ushort)16));
        var answer = await new Child(client, mode).InvokeAsync(set, default);
        Assert.Equal("Windows System Error 87,Set-NetTCPSetting", answer.Error?.Id);
        Assert.Equal(CmdletFault.ReadOnly, CmdletFaults.Of(set.Name, answer.Error!, PowerShellReaderTests.Version("win11")));
        Assert.Equal(
            mode == PSLanguageMode.ConstrainedLanguage,
            answer.Error!.Text.Contains("ConstrainedLanguage", StringComparison.Ordinal)
        );
    }

    /// <summary>Runs the text that powershell.exe would get; the module is loaded already, for its path is one of Windows.</summary>
    private sealed class Child(HostedWindows windows, PSLanguageMode mode) : IPowerShell
    {
        public string? Absent => null;

        public ValueTask<PowerShellAnswer> InvokeAsync(PowerShellCommand command, CancellationToken ct)
        {
            using var runspace = RunspaceFactory.CreateRunspace(SessionSettings.WithoutPolicy(windows.Module));
            runspace.Open();
            Run(runspace, "function Import-Module { }");
            runspace.SessionStateProxy.LanguageMode = mode;
            var lines = Run(runspace, ChildScript.Of(command));
            return ValueTask.FromResult(ChildAnswer.Read(Encoding.UTF8.GetBytes(string.Join("\r\n", lines))));
        }

        private static IReadOnlyList<string> Run(Runspace runspace, string script)
        {
            using var shell = Shell.Create();
            shell.Runspace = runspace;
            return [.. shell.AddScript(script).Invoke().Select(line => $"{line}")];
        }
    }
}
