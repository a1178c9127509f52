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

    /// <summary>Names and texts; each text is a key.</summary>
    public IReadOnlyList<(string Name, string Text)> All() =>
        Directory.Exists(directory.File(DataDirectory.CookieKeys))
            ?
            [
                .. from path in Directory.EnumerateFiles(directory.File(DataDirectory.CookieKeys), "*" + Suffix)
                orderby path
                select (Path.GetFileNameWithoutExtension(path), $"{XElement.Parse(File.ReadAllText(path))}"),
            ]
            : [];

    public IReadOnlyCollection<XElement> GetAllElements() => [.. All().Select(key => XElement.Parse(key.Text))];

    public void StoreElement(XElement element, string friendlyName)
    {
        directory.MakeFolder(DataDirectory.CookieKeys);
        directory.WriteSecret(Path.Combine(DataDirectory.CookieKeys, Path.GetFileName(friendlyName) + Suffix), $"{element}\n");
    }
}
