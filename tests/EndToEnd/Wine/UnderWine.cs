using IwTune.Lab;
using IwTune.Lab.Wine;
using IwTune.Testing;

namespace IwTune.EndToEnd.Wine;

/// <summary>One Windows as a template for those of the tests: creating one takes seconds, copying it does not.</summary>
public sealed class WindowsPattern : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-wine-").FullName;
    private readonly Lazy<WinePrefix> pattern;
    private int copies;

    public WindowsPattern() => pattern = new(Make);

    /// <summary>A Windows for one test, or a skipped test with the reason.</summary>
    public WinePrefix Windows()
    {
        Privileged.Require();
        if ((WinePrefix.Missing ?? Binaries.WindowsMissing) is { } reason)
            Lacking.Skip(reason);
        return pattern.Value.Copy(Path.Combine(folder, $"{++copies}"));
    }

    private WinePrefix Make()
    {
        var made = WinePrefix.Create(Path.Combine(folder, "pattern"));
        made.InstallNetsh(Binaries.WineNetsh);
        WindowsHost.NoteWrite(made, "0");
        return made;
    }

    public void Dispose()
    {
        if (pattern.IsValueCreated)
            pattern.Value.Dispose();
        Directory.Delete(folder, recursive: true);
    }
}

/// <summary>Tests under Wine run one at a time: each starts many programs.</summary>
[CollectionDefinition(nameof(UnderWine))]
public sealed class UnderWine : ICollectionFixture<WindowsPattern>;
