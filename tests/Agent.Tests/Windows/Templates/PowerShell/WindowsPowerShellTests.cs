using System.Text;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates.PowerShell.Child;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Tests.Windows.Templates.PowerShell;

/// <summary>Windows PowerShell as a child: the script that it gets, and what is read out of its output.</summary>
public sealed class WindowsPowerShellTests : IDisposable
{
    private static readonly PowerShellCommand Set = CmdletCommand.With(
        "Set-NetTCPSetting",
        ("SettingName", (string[])["InternetCustom", "DatacenterCustom"]),
        ("AutomaticUseCustom", "Enabled")
    );

    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-powershell-").FullName;
    private readonly TestClock _clock = new();

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void The_script_is_fixed_and_names_every_parameter()
    {
        Assert.Contains(
            "@(Set-NetTCPSetting -ErrorAction 'Stop' -Confirm:$false -SettingName 'InternetCustom','DatacenterCustom' "
                + "-AutomaticUseCustom 'Enabled')",
            ChildScript.Of(Set),
            StringComparison.Ordinal
        );
        var filter = new TransportFilter(TemplateName.InternetCustom, null) { LocalPorts = (443, 443) };
        Assert.Contains(
            "@(New-NetTransportFilter -ErrorAction 'Stop' -Confirm:$false -SettingName 'InternetCustom' -Protocol 'TCP' -LocalPortStart "
                + "443 -LocalPortEnd 443 -RemotePortStart 0 -RemotePortEnd 65535)",
            ChildScript.Of(CmdletCommand.With("New-NetTransportFilter", FilterRows.Fields(filter))),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Nothing_but_letters_numbers_and_prefixes_gets_into_a_script() =>
        Prop.ForAll(
                Gen.OneOf(
                        ArbMap.Default.GeneratorFor<NonNull<string>>().Select(text => text.Get),
                        // Quotes of every kind end a literal of PowerShell; the rest has a meaning to it or to a shell.
                        Gen.Elements(
                                "'",
                                "\u2018",
                                "\u2019",
                                "\u201A",
                                "\u201B",
                                "\"",
                                "`",
                                "$(calc)",
                                ";",
                                "&",
                                "|",
                                "%",
                                "^",
                                "\n",
                                "\u0000"
                            )
                            .Select(text => $"Internet{text}Custom"),
                        Gen.Elements("Internet", "10.0.0.0/8", "2001:db8::/32", new string('a', 300))
                    )
                    .ToArbitrary(),
                text =>
                {
                    var command = CmdletCommand.With("Set-NetTCPSetting", ("SettingName", text));
                    if (text.All(character => char.IsAsciiLetterOrDigit(character) || ".:/".Contains(character, StringComparison.Ordinal)))
                        return ChildScript.Of(command).Contains($"-SettingName '{text}'", StringComparison.Ordinal);
                    Assert.Throws<ArgumentException>(() => ChildScript.Of(command));
                    return true;
                }
            )
            .QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("Get-NetTCPSetting; calc")]
    [InlineData("")]
    [InlineData("Get-NetTCPSetting'")]
    public void A_name_that_is_no_command_is_refused(string name) =>
        Assert.Throws<ArgumentException>(() => ChildScript.Of(CmdletCommand.With(name)));

    [Fact]
    public async Task The_program_gets_the_script_as_base64_and_no_profile()
    {
        await Shell("printf '%s\\n' \"$@\" > \"$0.asked\"; echo iwtune:end=").InvokeAsync(Set, default);
        var asked = await File.ReadAllLinesAsync(Path.Combine(_folder, "powershell.exe.asked"), TestContext.Current.CancellationToken);
        Assert.Equal(["-NoLogo", "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-EncodedCommand"], asked[..^1]);
        Assert.Equal(ChildScript.Of(Set), Encoding.Unicode.GetString(Convert.FromBase64String(asked[^1])));
    }

    [Fact]
    public async Task Rows_are_read_out_of_marked_lines_and_other_lines_are_not_ours()
    {
        var answer = await Shell(
                "printf 'WARNING: x\\r\\niwtune:mode=FullLanguage\\r\\niwtune:row=\\r\\niwtune:SettingName=Internet\\r\\n"
                    + "iwtune:DestinationPrefix=*\\r\\niwtune:row=\\r\\niwtune:SettingName=InternetCustom\\r\\niwtune:end=\\r\\n'"
            )
            .InvokeAsync(CmdletCommand.With("Get-NetTransportFilter"), default);
        Assert.Null(answer.Error);
        Assert.Equal(["Internet", "InternetCustom"], answer.Rows.Select(row => row["settingname"]));
    }

    [Fact]
    public async Task An_error_has_its_id_and_names_the_limited_language_mode()
    {
        var answer = await Shell(
                "printf 'iwtune:mode=ConstrainedLanguage\\niwtune:error=Windows System Error 5,Set-NetTCPSetting\\niwtune:text=Zugriff "
                    + "verweigert\\niwtune:end=\\n'"
            )
            .InvokeAsync(Set, default);
        Assert.Equal("Windows System Error 5,Set-NetTCPSetting", answer.Error?.Id);
        Assert.Contains("AppLocker or WDAC", answer.Error?.Text, StringComparison.Ordinal);
        Assert.Equal(CmdletFault.AccessDenied, CmdletFaults.Of(Set.Name, answer.Error!, PowerShellReaderTests.Version("2012r2")));
    }

    [Fact]
    public async Task An_output_that_is_cut_off_is_no_success()
    {
        var answer = await Shell("echo iwtune:mode=FullLanguage; echo broken >&2; exit 3").InvokeAsync(Set, default);
        Assert.Equal(ChildAnswer.Incomplete, answer.Error?.Id);
        Assert.Contains("Exit 3.", answer.Error?.Text, StringComparison.Ordinal);
        Assert.Contains("broken", answer.Error?.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_shell_that_hangs_is_ended_and_reported_without_its_script()
    {
        var running = Shell("echo $$ > \"$0.pid\"; exec sleep 1000").InvokeAsync(Set, default).AsTask();
        while (!File.Exists(Path.Combine(_folder, "powershell.exe.pid")))
            await Task.Delay(10, TestContext.Current.CancellationToken);
        _clock.Advance(PowerShellLimit.Span);
        var answer = await running;
        Assert.Equal(PowerShellError.TimeLimit, answer.Error?.Id);
        Assert.Equal($"`{Path.Combine(_folder, "powershell.exe")} Set-NetTCPSetting` did not end within 60 s", answer.Error?.Text);
    }

    [Fact]
    public void A_windows_without_it_says_so() =>
        Assert.Equal("/none/powershell.exe is not there", new WindowsPowerShell("/none/powershell.exe", _clock).Absent);

    private WindowsPowerShell Shell(string script)
    {
        var path = Path.Combine(_folder, "powershell.exe");
        File.WriteAllText(path, $"#!/bin/sh\n{script}\n");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return new WindowsPowerShell(path, _clock);
    }
}
