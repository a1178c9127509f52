using IwTune.Agent.Windows.Facts;

namespace IwTune.Agent.Tests.Windows.Facts;

/// <summary>A registry in memory; a boot clears its volatile values.</summary>
internal sealed class FakeRegistry : IRegistry
{
    private const string CurrentVersion = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion";
    private readonly Dictionary<(string Key, string Name), string> _values = [];
    private readonly Dictionary<(string Key, string Name), string> _untilBoot = [];

    public bool MayWrite { get; init; } = true;

    public FakeRegistry With(string key, string name, string value)
    {
        _values[(key, name)] = value;
        return this;
    }

    /// <summary>A value of the key that identifies the Windows version.</summary>
    public FakeRegistry With(string name, string value) => With(CurrentVersion, name, value);

    public FakeRegistry WithProduct(string type) => With(@"SYSTEM\CurrentControlSet\Control\ProductOptions", "ProductType", type);

    public void Boot() => _untilBoot.Clear();

    public string Text(string key, string name) => _values.GetValueOrDefault((key, name), "");

    public IReadOnlyList<string> Keys(string key) =>
        [
            .. _values
                .Keys.Where(value => value.Key.StartsWith(key + @"\", StringComparison.Ordinal))
                .Select(value => value.Key[(key.Length + 1)..].Split('\\')[0])
                .Distinct(StringComparer.Ordinal),
        ];

    public string? KeptUntilBoot(string key, string name, Func<string> first)
    {
        if (!_untilBoot.ContainsKey((key, name)) && MayWrite)
            _untilBoot[(key, name)] = first();
        return _untilBoot.GetValueOrDefault((key, name));
    }
}
