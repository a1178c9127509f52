using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Authors;
using IwTune.Agent.Windows.Resolving;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Windows;

/// <summary>
/// Reads and sets the windows of the TCP templates of a Windows host, and the filters that give them. One call at a time.
/// </summary>
/// <param name="methods">The methods to read and set.</param>
/// <param name="options">What the host's administrator decided, and where the agent keeps its state.</param>
/// <param name="clock">Dates readings.</param>
public sealed partial class WindowsTuner(WindowsPorts methods, HostOptions options, TimeProvider clock) : ITuner, IDisposable
{
    /// <summary>Templates and filters outlive a restart, and their before-images with them: all boots count as one.</summary>
    public const string EveryBoot = "windows";

    private readonly SemaphoreSlim _gate = new(1, 1);
    private readonly VersionRules _ofVersion = VersionRules.Of(methods.Version);
    private readonly StockRefusals _refusals = new(options.State, methods.Version);
    private readonly FilterOwnership _ownership = new(options.State);
    private readonly KnownAuthors _authors = new(methods.Inquiry);
    private WindowsState? _last;

    private VersionRules Rules => _refusals.Known is { } refusal ? _ofVersion.Without(refusal.Note) : _ofVersion;

    /// <inheritdoc/>
    public Capabilities Capabilities =>
        new(InitRwnd: false, Prefixes: Rules.Custom.Count > 0, Interfaces: false, Tables: false, Rules.Unsupported)
        {
            Noun = "template",
            Segments = Rules.Segments,
        };

    /// <inheritdoc/>
    public async ValueTask<HostSnapshot> ReadAsync(CancellationToken ct)
    {
        var noticed = await AloneAsync(
            async () =>
            {
                var at = clock.GetUtcNow();
                _last = await LookAsync(ct);
                return (State: _last, Changes: _known.Read(_last, at));
            },
            ct
        );
        // Outside of the gate: a log that is slow to answer holds up no step.
        await _authors.AskAsync(noticed.Changes, ct);
        return new HostSnapshot(clock.GetUtcNow(), EveryBoot, _authors.Named(WindowsTargets.Of(noticed.State)), [])
        {
            Method = MethodText.Of(noticed.State.Templates.Method),
        };
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">Nothing was read yet.</exception>
    public Resolution Resolve(BundleContent content, HostSnapshot observed) =>
        WindowsResolver.Resolve(_last ?? throw new InvalidOperationException("a content is resolved over a reading"), content, observed);

    /// <inheritdoc/>
    public IReadOnlyList<Target> Unseen(IReadOnlyDictionary<string, Window> lost) =>
        _last is { } read ? UnseenTargets.Of(read, methods.Version, lost) : [];

    /// <summary>Templates have the names that Windows gives them, and a filter is identified by the connections it covers.</summary>
    public bool IsImageOf(Target target, BeforeImage before) => before.TargetId == target.Id;

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    /// <exception cref="TunerUnavailableException">The templates cannot be read.</exception>
    private async ValueTask<WindowsState> LookAsync(CancellationToken ct)
    {
        if (Rules is { Way: DefaultWay.None } && methods.Version.Server)
            return new WindowsState(
                Rules,
                new TemplateReading(methods.Reader.Method, [], null),
                new FilterReading([], Rules.Unsupported!),
                []
            );
        var templates = await methods.Reader.ReadAsync(ct);
        if (!templates.Succeeded)
            throw new TunerUnavailableException($"reading the TCP templates: {templates.Problem}");
        var filters =
            Rules.Custom.Count > 0 ? await methods.Filters.ReadAsync(ct) : new FilterReading([], "This Windows has no transport filters.");
        try
        {
            return new WindowsState(Rules, templates, filters, _ownership.Read());
        }
        catch (StateUnusableException unknown)
        {
            return new WindowsState(Rules, templates, filters, [], unknown.Message);
        }
    }

    private async ValueTask<T> AloneAsync<T>(Func<ValueTask<T>> act, CancellationToken ct)
    {
        await _gate.WaitAsync(ct);
        try
        {
            return await act();
        }
        finally
        {
            _gate.Release();
        }
    }
}
