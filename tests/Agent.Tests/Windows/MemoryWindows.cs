using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Agent.Windows.Watching;

namespace IwTune.Agent.Tests.Windows;

/// <summary>The templates and filters of a Windows host in memory, without the text of any tool.</summary>
internal sealed class MemoryWindows(WindowsVersion version) : ITemplateReader, INetsh, IAutomaticChoice, IFilterTable
{
    public static WindowsVersion V2008R2 { get; } = new(7601, true) { Name = "Windows Server 2008 R2" };
    public static WindowsVersion V2012 { get; } = new(9200, true) { Name = "Windows Server 2012" };
    public static WindowsVersion V2012R2 { get; } = new(9600, true) { Name = "Windows Server 2012 R2" };
    public static WindowsVersion V2016 { get; } = new(14393, true) { Name = "Windows Server 2016" };
    public static WindowsVersion V2019 { get; } = new(17763, true) { Name = "Windows Server 2019" };
    public static WindowsVersion V2025 { get; } = new(26100, true) { Name = "Windows Server 2025" };
    public static WindowsVersion V11 { get; } = new(22631, false) { Name = "Windows 11 Pro" };

    private readonly List<TransportFilter> _filters = [new(TemplateName.Automatic, null)];

    public WindowsVersion Version => version;

    public SortedDictionary<TemplateName, int> Icw { get; } = Usual(version);

    public Dictionary<TemplateName, string> Providers { get; } = [];

    public TemplateName? Default { get; set; } =
        version switch
        {
            { Server: false } or { Build: < 9200 } => TemplateName.Internet,
            _ => TemplateName.Automatic,
        };

    public bool UseCustom { get; set; }

    /// <summary>False for a host on which netsh is the only method.</summary>
    public bool HasPowerShell { get; set; } = true;

    public string ReadProblem { get; set; } = "";

    public IReadOnlyList<TransportFilter> Filters => [.. _filters.Skip(1)];

    /// <summary>The writes, in words.</summary>
    public List<string> Writes { get; } = [];

    /// <summary>
    /// Called before every reading, and before and after every write; may throw, as a process that is killed there would end.
    /// </summary>
    public Action Touched { get; set; } = () => { };

    /// <summary>The result of netsh instead of writing; <see langword="null"/> to write.</summary>
    public Func<NetshCommand.SetInitialWindow, NetshRun?> Netsh { get; set; } = _ => null;

    /// <summary>The exit code of a netsh that writes.</summary>
    public int ExitCode { get; set; }

    /// <summary>Why a filter cannot be made; empty to make it.</summary>
    public Func<TransportFilter, string> AddProblem { get; set; } = _ => "";

    public Func<TransportFilter, string> RemoveProblem { get; set; } = _ => "";

    public string ChoiceProblem { get; set; } = "";

    /// <summary>True when changes of filters and of Automatic are acknowledged and lost.</summary>
    public bool Loses { get; set; }

    public AccessMethod Method => HasPowerShell ? AccessMethod.PowerShell : AccessMethod.Netsh;

    public WindowsPorts Methods =>
        new(version, this, this, this, this, new SettingsWatch(Signal, () => Noticed++, Clock, new Random(17).NextDouble), Elevated: false);

    public TimeProvider Clock { get; set; } = TimeProvider.System;

    public EmulatedSignal Signal { get; } = new();

    /// <summary>How often another program's write was noticed.</summary>
    public int Noticed { get; private set; }

    public void AddForeign(TransportFilter filter) => _filters.Add(filter);

    public void RemoveForeign(TransportFilter filter) => Assert.True(_filters.Remove(filter));

    ValueTask<TemplateReading> ITemplateReader.ReadAsync(CancellationToken ct)
    {
        Touched();
        return ValueTask.FromResult(Read());
    }

    private TemplateReading Read() =>
        ReadProblem.Length > 0
            ? TemplateReading.Failed(Method, ReadProblem)
            : new TemplateReading(
                Method,
                [
                    new Template(TemplateName.Automatic, null),
                    .. Icw.Select(one => new Template(one.Key, one.Value)
                    {
                        CongestionProvider = Providers.GetValueOrDefault(one.Key, "CUBIC"),
                        AutomaticUseCustom = HasPowerShell && version.Build >= 9600 ? UseCustom : null,
                    }),
                ],
                HasPowerShell ? null : Default
            );

    public ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct)
    {
        var set = Assert.IsType<NetshCommand.SetInitialWindow>(command);
        if (Netsh(set) is { } instead)
            return ValueTask.FromResult(instead);
        Write($"icw {set.Template} {set.Window.Segments}", () => Icw[set.Template] = set.Window.Segments);
        return ValueTask.FromResult(new NetshRun(ExitCode, []));
    }

    public ValueTask<string> SetAsync(bool useCustom, CancellationToken ct)
    {
        if (ChoiceProblem.Length == 0)
            Write($"useCustom {useCustom}", () => UseCustom = Loses ? UseCustom : useCustom);
        return ValueTask.FromResult(ChoiceProblem);
    }

    ValueTask<FilterReading> IFilterReader.ReadAsync(CancellationToken ct) =>
        ValueTask.FromResult(
            HasPowerShell
                ? new FilterReading([.. _filters.Select((filter, at) => at == 0 ? filter with { Setting = Default!.Value } : filter)])
                : new FilterReading([], "PowerShell 7 is not installed here; install it.")
        );

    public ValueTask<string> AddAsync(TransportFilter filter, CancellationToken ct)
    {
        var problem = AddProblem(filter);
        if (problem.Length == 0)
            Write($"add {FilterMatch.Of(filter).Id} {filter.Setting}", () => _filters.AddRange(Loses ? [] : [filter]));
        return ValueTask.FromResult(problem);
    }

    public ValueTask<string> RemoveAsync(TransportFilter filter, CancellationToken ct)
    {
        var problem = RemoveProblem(filter);
        if (problem.Length == 0)
            Write($"remove {FilterMatch.Of(filter).Id} {filter.Setting}", () => _filters.RemoveAll(there => !Loses && there == filter));
        return ValueTask.FromResult(problem);
    }

    /// <summary>Everything a test compares, on one line.</summary>
    public override string ToString() =>
        string.Join(
            "; ",
            Icw.Select(one => $"{one.Key} {one.Value}")
                .Append($"default {Default}")
                .Append(UseCustom ? "custom" : "stock")
                .Concat(_filters.Skip(1).Select(filter => $"{FilterMatch.Of(filter).Id} {filter.Setting}"))
        );

    private void Write(string what, Action write)
    {
        Touched();
        write();
        Writes.Add(what);
        Touched();
    }

    private static SortedDictionary<TemplateName, int> Usual(WindowsVersion version)
    {
        var window =
            version.Build < 9200 ? 2
            : version.Build < 14393 ? 4
            : 10;
        TemplateName[] names = version.Build switch
        {
            < 9600 => [TemplateName.Internet, TemplateName.Datacenter, TemplateName.Compat, TemplateName.Custom],
            _ =>
            [
                TemplateName.Internet,
                TemplateName.Datacenter,
                TemplateName.Compat,
                TemplateName.DatacenterCustom,
                TemplateName.InternetCustom,
            ],
        };
        return new SortedDictionary<TemplateName, int>(
            names.ToDictionary(name => name, name => name == TemplateName.Compat ? Math.Min(window, 4) : window)
        );
    }
}
