using System.Xml.Linq;
using Microsoft.AspNetCore.DataProtection.Repositories;

namespace IwTune.Server.Hosting.Keys;

/// <summary>
/// The keys of cookies and forms of a server with a store of its own: files in its data directory. Those that a command of root makes
/// belong to the user of the server, too.
/// </summary>
internal sealed class CookieKeyFolder(DataDirectory directory) : IXmlRepository
{
    private const string Suffix = ".xml";

    /// <summary>Names and keys.</summary>
    public IReadOnlyList<(string Name, XElement Key)> All() =>
        Directory.Exists(directory.File(DataDirectory.CookieKeys))
            ?
            [
                .. from path in Directory.EnumerateFiles(directory.File(DataDirectory.CookieKeys), "*" + Suffix)
                orderby path
                select (Path.GetFileNameWithoutExtension(path), XElement.Parse(directory.ReadKey(NameOf(Path.GetFileName(path)))!)),
            ]
            : [];

    public IReadOnlyCollection<XElement> GetAllElements() => [.. All().Select(key => key.Key)];

    public void Remove(IEnumerable<string> names)
    {
        foreach (var name in names)
            if (directory.File(Path.Combine(DataDirectory.CookieKeys, Path.GetFileName(name) + Suffix)) is var path && File.Exists(path))
                File.Delete(path);
    }

    public void StoreElement(XElement element, string friendlyName)
    {
        directory.MakeFolder(DataDirectory.CookieKeys);
        directory.WriteKey(NameOf(Path.GetFileName(friendlyName) + Suffix), $"{element}\n");
    }

    /// <summary>The same on every system: a file that <c>--key-file</c> encrypts is bound to it.</summary>
    private static string NameOf(string file) => $"{DataDirectory.CookieKeys}/{file}";
}
