using System.Xml.Linq;
using IwTune.Server.Features.Keys;
using Microsoft.AspNetCore.DataProtection.Repositories;

namespace IwTune.Server.Hosting.Keys;

/// <summary>The cookie keys of a place without those that leaked, whatever a restore has brought back.</summary>
internal sealed class GoodCookieKeys(IXmlRepository place, DataDirectory directory) : IXmlRepository
{
    public IReadOnlyCollection<XElement> GetAllElements()
    {
        var revoked = RevokedKeys.In(directory);
        return [.. place.GetAllElements().Where(key => CookieKeyPlaces.IsGood(key, revoked))];
    }

    public void StoreElement(XElement element, string friendlyName) => place.StoreElement(element, friendlyName);
}
