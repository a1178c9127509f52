namespace IwTune.Agent.Windows.Facts;

/// <summary>
/// The machine's part of the registry (HKEY_LOCAL_MACHINE, 64-bit view). What is not there or may not be read is empty: facts are reported
/// as far as they are known.
/// </summary>
public interface IRegistry
{
    /// <summary>A string or a number as text.</summary>
    /// <param name="key">Below HKEY_LOCAL_MACHINE, with backslashes.</param>
    /// <param name="name">The value's name.</param>
    /// <returns>Empty when it is not there.</returns>
    string Text(string key, string name);

    /// <summary>The names of the keys right below one.</summary>
    IReadOnlyList<string> Keys(string key);

    /// <summary>Reads a value that the next boot deletes, and writes it when it is not there.</summary>
    /// <returns>What is there now; <see langword="null"/> when it is not there and this process may not write it.</returns>
    string? KeptUntilBoot(string key, string name, Func<string> first);
}
