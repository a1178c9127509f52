using System.Xml.Linq;
using Microsoft.AspNetCore.DataProtection.Repositories;

namespace IwTune.Server.Hosting.Keys;

/// <summary>The keys of cookies and forms in a shared store, so that a sign-in at one server is valid at all of them.</summary>
/// <remarks>
/// The framework calls it synchronously and rarely, and caches the result for a day (learn.microsoft.com, "Key management in ASP.NET
/// Core").
/// </remarks>
internal sealed class CookieKeys(StoredKeys keys) : IXmlRepository
{
    /// <summary>Before their names among the keys of the store.</summary>
    public const string Prefix = "cookie/";

    public IReadOnlyCollection<XElement> GetAllElements() =>
        [
            .. Task.Run(() => keys.Database.ReadAsync(db => keys.AllAsync(db, Prefix)))
                .GetAwaiter()
                .GetResult()
                .Values.Select(text => XElement.Parse(text)),
        ];

    public void StoreElement(XElement element, string friendlyName) =>
        Task.Run(() =>
                keys.Database.WriteAsync(write =>
                    keys.AddAsync(write, Prefix + friendlyName, element.ToString(SaveOptions.DisableFormatting))
                )
            )
            .GetAwaiter()
            .GetResult();
}
