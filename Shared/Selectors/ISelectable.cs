namespace IwTune.Shared.Selectors;

/// <summary>The input of selectors: a host with its labels and facts.</summary>
public interface ISelectable
{
    /// <summary>Whether any value of a key satisfies; false when the key has none.</summary>
    /// <param name="key">A key of <see cref="SelectorKeys"/>, or a label's.</param>
    /// <param name="value">The value that it must satisfy.</param>
    bool Has(string key, SelectorValue value);
}
