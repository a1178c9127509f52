using System.CommandLine;
using System.Text.Json;
using IwTune.Agent.Cli.Applying;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>The common part of all operations on the resource: read the input, read the host, write the state.</summary>
internal sealed class DscInstance
{
    private readonly CliContext _context;
    private readonly StateDirectory _state;
    private readonly HostPorts _host;
    private readonly HostSettings _settings;

    public DscInstance(CliContext context, ParseResult parsed)
    {
        _context = context;
        _state = parsed.StateOf();
        _host = context.Host(_state, out _settings);
    }

    public Terminal Terminal => _context.Terminal;

    /// <summary>Reads the desired state.</summary>
    /// <param name="needed">True when the input must say what is desired.</param>
    /// <param name="ct">Cancels the reading.</param>
    /// <returns><see langword="null"/> when the input is wrong; every problem has been reported.</returns>
    public async Task<DesiredState?> ReadAsync(bool needed, CancellationToken ct)
    {
        var input = await PolicyFile.TextAsync(Terminal.In, ct);
        if (string.IsNullOrWhiteSpace(input) && !needed)
            return new DesiredState(true, null);
        var reader = new DesiredStateReader((await _host.Tuner.ReadAsync(ct)).Interfaces);
        var desired = reader.Read(input);
        var problems = reader.Problems;
        if (needed && problems.Count == 0 && desired is { Exist: true, Content: null })
            problems =
            [
                "policy: missing; write the policy itself, or policyFile with the full path of one, or _exist: false to have everything "
                    + "restored.",
            ];
        foreach (var warning in reader.Warnings)
            DscTrace.Warn(Terminal, warning);
        foreach (var problem in problems)
            DscTrace.Error(Terminal, problem);
        return problems.Count == 0 ? desired : null;
    }

    /// <summary>Compares the host with the desired state; without that, with what was applied here last.</summary>
    public async Task<InstanceLook> LookAsync(DesiredState? desired, CancellationToken ct)
    {
        var journal = JournalView.Of(_state, _context);
        if (journal.Unseen.Length > 0)
            DscTrace.Warn(Terminal, journal.Unseen);
        var reconciler = Reconciler.Look(_state, journal.Journal, _host.Tuner, _host.Probe, _context.Time, _settings);
        var applied = journal.Journal.Held?.Content;
        var beside = desired ?? new DesiredState(true, applied);
        var turn = await reconciler.PlanAsync(beside is { Exist: true, Content: { } content } ? content : BundleContent.Nothing, ct);
        return new InstanceLook(beside, applied, turn);
    }

    public void Write(InstanceState state) => Terminal.Out.WriteLine(JsonSerializer.Serialize(state, DscJson.Plain.InstanceState));
}
