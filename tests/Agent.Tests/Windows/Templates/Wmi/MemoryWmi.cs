using System.Globalization;
using IwTune.Agent.Windows.Templates.Wmi;

namespace IwTune.Agent.Tests.Windows.Templates.Wmi;

/// <summary>Objects in memory, by class; each gets a path.</summary>
internal sealed class MemoryWmi : IWmi
{
    private readonly List<(string Class, Dictionary<string, object?> Row)> _objects = [];
    private int _next;

    public string? Absent { get; set; }

    /// <summary>The answer to every call from now on.</summary>
    public WmiError? Error { get; set; }

    public List<string> Calls { get; } = [];

    public IEnumerable<Dictionary<string, object?>> Of(string className) =>
        _objects.Where(one => one.Class == className).Select(one => one.Row);

    public MemoryWmi With(string className, params (string Name, object? Value)[] values)
    {
        var row = values.ToDictionary(one => one.Name, one => one.Value, StringComparer.OrdinalIgnoreCase);
        row[WmiAnswer.PathProperty] = string.Create(CultureInfo.InvariantCulture, $@"\\HOST\ROOT\StandardCimv2:{className}={++_next}");
        _objects.Add((className, row));
        return this;
    }

    /// <summary>A template, with its numbers in the types of the class.</summary>
    public MemoryWmi WithTemplate(string name, int? window, byte? useCustom = 0) =>
        With(
            "MSFT_NetTCPSetting",
            ("SettingName", name),
            ("InitialCongestionWindow", window is { } segments ? (uint)segments : null),
            ("CongestionProvider", window is null ? null : (byte)2),
            ("AutomaticUseCustom", useCustom)
        );

    public ValueTask<WmiAnswer> ListAsync(string className, CancellationToken ct)
    {
        Calls.Add($"list {className}");
        return ValueTask.FromResult(
            Error is null
                ? new WmiAnswer([.. Of(className).Select(row => new Dictionary<string, object?>(row, StringComparer.OrdinalIgnoreCase))])
                : new WmiAnswer([], Error)
        );
    }

    public ValueTask<WmiError?> CreateAsync(string className, IReadOnlyDictionary<string, object> properties, CancellationToken ct) =>
        Write($"create {className}", () => With(className, [.. properties.Select(one => (one.Key, (object?)one.Value))]));

    public ValueTask<WmiError?> SetAsync(string path, string property, object value, CancellationToken ct) =>
        Write($"set {property}", () => _objects.Single(one => Equals(one.Row[WmiAnswer.PathProperty], path)).Row[property] = value);

    public ValueTask<WmiError?> DeleteAsync(string path, CancellationToken ct) =>
        Write("delete", () => Assert.Equal(1, _objects.RemoveAll(one => Equals(one.Row[WmiAnswer.PathProperty], path))));

    private ValueTask<WmiError?> Write(string call, Action write)
    {
        Calls.Add(call);
        if (Error is null)
            write();
        return ValueTask.FromResult(Error);
    }
}
