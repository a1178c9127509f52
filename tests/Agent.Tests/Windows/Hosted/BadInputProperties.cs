using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Windows.Templates.PowerShell;

namespace IwTune.Agent.Tests.Windows.Hosted;

/// <summary>Whatever the text of a parameter is, the cmdlet gets exactly that text, and nothing of it runs.</summary>
public sealed class BadInputProperties : IDisposable
{
    /// <summary>A value that ran as code would leave this file.</summary>
    private static readonly string Trace = Path.Combine(Path.GetTempPath(), $"iwt-ran-{Guid.NewGuid():N}");

    private static readonly string[] Hostile =
    [
        $"$([IO.File]::WriteAllText('{Trace}','x'))",
        $"'; [IO.File]::WriteAllText('{Trace}','x') #",
        $"\"; [IO.File]::WriteAllText(\"{Trace}\",\"x\") #",
        $"& {{ [IO.File]::WriteAllText('{Trace}','x') }}",
        $"| /usr/bin/touch {Trace}",
        $"& /usr/bin/touch {Trace}",
        $"`n/usr/bin/touch {Trace}`n",
        $"\n/usr/bin/touch {Trace}\n",
        $"@({Trace})",
        "-Confirm:$false",
        "-WhatIf",
        "--%",
        "$env:PATH",
        "%SystemRoot%",
        "^&|<>;",
        "*",
        "[a-z]?",
        "Ünïcödé 日本語 🙂",
        "\u202Egnp.exe",
        "\u2018quoted\u2019 \u201Cquoted\u201D \u2013 dash",
        "CON",
        "..\\..\\x",
        "\\\\server\\share",
        "\0",
        "",
        " ",
        "\t\r\n",
        new string('x', 261),
        new string('$', 40_000),
    ];

    private readonly HostedWindows _windows = new("2022");
    private readonly List<string> _lookedUp = [];

    public void Dispose()
    {
        _windows.Dispose();
        File.Delete(Trace);
    }

    [Fact]
    public async Task A_prefix_arrives_as_it_was_given_and_nothing_else_runs()
    {
        await ObserveAsync();
        Check(text =>
        {
            _windows.Machine.Change(state => state with { Filters = [] });
            var made = Run("New-NetTransportFilter", ("SettingName", "Internet"), ("DestinationPrefix", text));
            Assert.Null(made.Error);
            Assert.Equal(text, Assert.Single(_windows.Machine.Read().Filters).DestinationPrefix);
            Assert.Equal(text, Assert.Single(made.Rows)["DestinationPrefix"]);
        });
    }

    [Fact]
    public async Task The_name_of_a_template_arrives_as_it_was_given_and_nothing_else_runs()
    {
        await ObserveAsync();
        var before = _windows.Machine.Print();
        Check(text =>
        {
            var error = Run("Set-NetTCPSetting", ("SettingName", (string[])[text]), ("AutomaticUseCustom", "Enabled")).Error;
            Assert.Equal("CmdletizationQuery_NotFound_SettingName,Set-NetTCPSetting", error?.Id);
            Assert.Contains($"'SettingName' equal to '{text}'.", error?.Text, StringComparison.Ordinal);
            Assert.Equal(before, _windows.Machine.Print());
        });
    }

    [Fact]
    public async Task The_name_of_a_command_or_of_a_parameter_is_never_read_as_script()
    {
        await ObserveAsync();
        foreach (var text in Hostile.Where(text => text.Length is > 0 and < 300))
        {
            // No caller does this: names are constants. The engine looks for a command of that whole name and finds none.
            Assert.NotNull(Run(text).Error);
            Assert.NotNull(Run("Set-NetTCPSetting", (text, "x")).Error);
            Assert.False(File.Exists(Trace), text);
        }
        // The engine also tries "get-" before a name.
        Assert.All(
            _lookedUp,
            name =>
                Assert.Contains([.. Hostile, "Set-NetTCPSetting"], text => text.Length > 0 && name.EndsWith(text, StringComparison.Ordinal))
        );
    }

    private void Check(Action<string> holds) =>
        Prop.ForAll(
                Texts().ToArbitrary(),
                text =>
                {
                    _lookedUp.Clear();
                    holds(text);
                    Assert.Single(_lookedUp);
                    Assert.False(File.Exists(Trace), text);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(2000, 200)));

    private static Gen<string> Texts() =>
        Gen.Frequency(
            (3, Gen.Elements(Hostile)),
            (2, from parts in Gen.ArrayOf(Gen.Elements(Hostile.Where(text => text.Length < 300).ToArray()), 3) select string.Concat(parts)),
            (2, from runes in Gen.ListOf(Gen.Choose(0, 0xD7FF)) select string.Concat(runes.Select(rune => (char)rune)))
        );

    // Every command that the engine looks up in the runspace, however it was called.
    private async Task ObserveAsync()
    {
        Assert.Null((await _windows.Shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), default)).Error);
        _windows.Runspace().SessionStateProxy.InvokeCommand.PreCommandLookupAction += (_, lookup) => _lookedUp.Add(lookup.CommandName);
    }

    private PowerShellAnswer Run(string name, params (string Name, object Value)[] parameters) =>
        _windows.Shell.InvokeAsync(CmdletCommand.With(name, parameters), default).AsTask().GetAwaiter().GetResult();
}
