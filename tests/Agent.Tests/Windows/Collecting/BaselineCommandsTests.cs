using System.Net;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Collecting;
using IwTune.Agent.Windows.Templates;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Windows.Collecting;

public sealed class BaselineCommandsTests
{
    private static readonly BaselineCommands Commands = new("/Windows/System32");

    [Fact]
    public void What_is_run_without_asking_only_shows() =>
        Assert.All(
            Commands.All,
            command =>
            {
                if (command.Program.EndsWith("netsh.exe", StringComparison.Ordinal))
                    Assert.True(command.Arguments[2] is "show" or "dump" || command.Arguments[^1] == "/?", command.Name);
                else if (command.Program.EndsWith("powershell.exe", StringComparison.Ordinal))
                    Assert.All(
                        command.Arguments[^1].Split(" | "),
                        part => Assert.Matches("^(Get-|ConvertTo-Json|Format-|Group-Object)", part)
                    );
                else if (command.Program.EndsWith("reg.exe", StringComparison.Ordinal))
                    Assert.Equal("query", command.Arguments[0]);
                else
                    Assert.Equal(["/d", "/c", "ver"], command.Arguments);
            }
        );

    [Fact]
    public void Every_program_is_named_by_its_absolute_path_and_every_output_differently()
    {
        HostCommand[] all = [.. Commands.All, .. Commands.Writes(Template(TemplateName.Internet)), Commands.EventLog];
        Assert.All(all, command => Assert.StartsWith("/Windows/System32/", command.Program, StringComparison.Ordinal));
        Assert.Equal(all.Length, all.Select(command => command.Name).Distinct(StringComparer.Ordinal).Count());
        Assert.All(all, command => Assert.Matches("^[a-z0-9-]+$", command.Name));
    }

    /// <summary>Without a parameter netsh would make the template the default of the machine.</summary>
    [Fact]
    public void Nothing_that_sets_a_template_is_without_a_value() =>
        Assert.All(
            Enum.GetValues<TemplateName>()
                .SelectMany(name => Commands.Writes(Template(name)))
                .Where(command => command.Arguments.Contains("set")),
            command => Assert.StartsWith("icw=", command.Arguments[^1], StringComparison.Ordinal)
        );

    [Fact]
    public void A_filter_and_automatic_are_not_tried()
    {
        Assert.Empty(Commands.Writes(Template(TemplateName.Automatic)));
        Assert.Empty(Commands.Writes(Template(TemplateName.Internet) with { Id = "filter 10.0.0.0/8" }));
    }

    private static Target Template(TemplateName name) =>
        new()
        {
            Id = $"template {name}",
            Destination = IPNetwork.Parse("0.0.0.0/0"),
            Owner = "windows",
            Strategy = new Strategy(StrategyKind.InPlace, ""),
            Current = new Window(10, null),
            Raw = default,
        };
}
