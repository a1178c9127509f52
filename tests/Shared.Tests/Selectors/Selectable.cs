using IwTune.Shared.Selectors;

namespace IwTune.Shared.Tests.Selectors;

/// <summary>A host of keys with values.</summary>
internal sealed class Selectable(params (string Key, string Value)[] values) : ISelectable
{
    public bool Has(string key, SelectorValue value) => values.Any(pair => pair.Key == key && value.Holds(pair.Value));
}
